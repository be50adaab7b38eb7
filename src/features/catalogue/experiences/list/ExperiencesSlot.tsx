import { useQueryClient } from '@tanstack/react-query';
import { memo, Suspense, useEffect } from 'react';
import { lazyNear, useNearRef } from '@/ui/loading/lazy-near';
import type { ExperienceListProps } from './ExperienceList.tsx';
import { ExperienceListSkeleton } from './ExperienceListSkeleton.tsx';
import { experiencesQuery } from './queries.ts';

const { Part: ExperienceList, ask } = lazyNear(() => import('./ExperienceList.tsx'));

/**
 * The place of a region's experiences: on a phone below the fold. Where the build has drawn them, what moves them comes when one
 * scrolls towards them; where nobody has, they are asked for at once, at the same time as the region.
 */
export const ExperiencesSlot = memo(function ExperiencesSlot(props: ExperienceListProps) {
  const ref = useNearRef<HTMLDivElement>(ask);
  const client = useQueryClient();
  const { territoryId } = props;
  useEffect(() => {
    const query = experiencesQuery(territoryId);
    if (client.getQueryData(query.queryKey) !== undefined) return;
    ask();
    void client.prefetchQuery(query);
  }, [client, territoryId]);
  return (
    <div ref={ref} className="mt-5">
      <Suspense fallback={<ExperienceListSkeleton />}>
        <ExperienceList {...props} />
      </Suspense>
    </div>
  );
});
