import { useLingui } from '@lingui/react/macro';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

/** The number of experiences on the home page. */
export const OFFERS = 3;
const ROWS = Array.from({ length: OFFERS }, (_, index) => index + 1);
export const OFFERS_LIST = 'mt-6 w-full divide-y divide-line border-y border-line';
export const OFFERS_ROW = 'group relative py-3';

/** About as tall as the rows, so that nothing below moves. */
export function FeaturedOffersSkeleton() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading experiences`} className={OFFERS_LIST}>
      {ROWS.map((row) => (
        <div key={row} className={OFFERS_ROW}>
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="mt-1 h-4 w-1/3" />
        </div>
      ))}
    </LoadingArea>
  );
}
