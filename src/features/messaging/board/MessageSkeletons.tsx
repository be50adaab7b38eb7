import { Skeleton, SkeletonLines } from '@/ui/feedback/states';

export function MessageSkeletons() {
  return (
    <div className="grid gap-6">
      {[1, 2, 3, 4].map((n) => (
        <div key={n} className="flex gap-3">
          <Skeleton className="size-10 rounded-full!" />
          <div className="flex-1">
            <SkeletonLines lines={['h-4 w-2/3', 'mt-2.5 h-4 w-full', 'mt-2 h-4 w-4/5']} />
          </div>
        </div>
      ))}
    </div>
  );
}
