import { useLingui } from '@lingui/react/macro';
import { cx } from '@/ui/cx';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

/** The position and caption colour of the four posters. The first is tall and isn't cropped. */
export const POSTERS = [
  { place: 'md:col-span-5 md:row-span-2', caption: 'bg-cochinilla-800' },
  { place: 'md:col-span-7', caption: 'bg-lago-800' },
  { place: 'md:col-span-4', caption: 'bg-selva-800' },
  { place: 'md:col-span-3', caption: 'bg-anil-900' },
] as const;

/** A row to swipe on phones, and a grid from 768 px. */
export const POSTER_GRID =
  'hscroll -mx-4 mt-6 scroll-pl-4 px-4 sm:-mx-6 sm:px-6 md:mx-0 md:mt-8 md:grid md:auto-rows-[18.5rem] md:grid-cols-12 md:gap-5 md:overflow-visible md:px-0';
export const POSTER_SIZE = 'h-96 w-[78%] md:h-auto md:w-auto';

/** As large as the posters, so that nothing below moves. */
export function PostersSkeleton() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading regions`} className={POSTER_GRID}>
      {POSTERS.map(({ place }) => (
        <Skeleton key={place} className={cx('rounded-xl!', POSTER_SIZE, place)} />
      ))}
    </LoadingArea>
  );
}
