import { useLingui } from '@lingui/react/macro';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

export const GRID = 'grid gap-x-6 gap-y-9 sm:grid-cols-2';

/** In the place of the first experiences, while they or their code are on the way. */
export function ExperienceListSkeleton() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading experiences`} className={`mt-18 ${GRID}`}>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <div key={n}>
          <Skeleton className="aspect-[3/2] rounded-lg!" />
          <Skeleton className="mt-4 h-5 w-4/5" />
          <Skeleton className="mt-2.5 h-4 w-1/2" />
          <Skeleton className="mt-2.5 h-4 w-1/3" />
        </div>
      ))}
    </LoadingArea>
  );
}
