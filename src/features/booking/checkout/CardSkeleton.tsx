import { Skeleton } from '@/ui/feedback/states';

/** The card form's shape while it loads. */
export function CardSkeleton() {
  return (
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="h-12 rounded-md!" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-12 rounded-md!" />
        <Skeleton className="h-12 rounded-md!" />
      </div>
    </div>
  );
}
