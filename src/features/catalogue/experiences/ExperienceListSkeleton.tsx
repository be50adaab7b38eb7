import { useLingui } from '@lingui/react/macro';
import { CardsSkeleton } from '@/ui/feedback/states';

export const GRID = 'grid grid-cols-1 gap-x-6 gap-y-9 sm:grid-cols-2';

/** Shown while the first experiences or their code load. */
export function ExperienceListSkeleton() {
  const { t } = useLingui();
  return (
    <CardsSkeleton
      label={t`Loading experiences`}
      grid={`mt-18 ${GRID}`}
      picture="aspect-[3/2] rounded-lg!"
      lines={['mt-4 h-5 w-4/5', 'mt-2.5 h-4 w-1/2', 'mt-2.5 h-4 w-1/3']}
    />
  );
}
