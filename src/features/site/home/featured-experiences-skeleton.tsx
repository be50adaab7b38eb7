import { useLingui } from '@lingui/react/macro';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

/** The number of experiences on the home page. */
export const EXPERIENCES = 3;
const ROWS = Array.from({ length: EXPERIENCES }, (_, index) => index + 1);
export const EXPERIENCES_LIST = 'mt-6 w-full divide-y divide-line border-y border-line';
export const EXPERIENCES_ROW = 'group relative py-3';

/** About as tall as the rows, so that nothing below moves. */
export function FeaturedExperiencesSkeleton() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading experiences`} className={EXPERIENCES_LIST}>
      {ROWS.map((row) => (
        <div key={row} className={EXPERIENCES_ROW}>
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="mt-1 h-4 w-1/3" />
        </div>
      ))}
    </LoadingArea>
  );
}
