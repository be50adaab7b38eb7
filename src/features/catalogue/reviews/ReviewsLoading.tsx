import { useLingui } from '@lingui/react/macro';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

/** Shown while the first reviews or their code load. */
export function ReviewsLoading() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading reviews`} className="mt-4 grid gap-5">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </LoadingArea>
  );
}
