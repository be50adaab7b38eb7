import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { isTakenOver } from '@/lib/routing/snapshot';
import { HydrateOnVisible } from '@/ui/loading/LazyOnVisible';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { ExperienceListProps } from './ExperienceList.tsx';
import { ExperienceListSkeleton } from './ExperienceListSkeleton.tsx';
import { experiencesQuery } from './queries.ts';

const waiting = <ExperienceListSkeleton />;
const load = () => import('./ExperienceList.tsx');
const ExperienceList = lazyPart(load, { fallback: waiting });

export const LazyExperienceList = memo(function LazyExperienceList(props: ExperienceListProps) {
  // The rows are compared as a string, because rendering again for an equal response would discard the built HTML.
  const { data: rows } = useQuery({
    ...experiencesQuery(props.territoryId),
    select: JSON.stringify,
    notifyOnChangeProps: ['data'],
  });
  const [fromHtml] = useState(() => import.meta.env.SSR || isTakenOver());
  const [built] = useState(rows);
  const [drawn, setDrawn] = useState(false);
  const [isOld, setOld] = useState(false);
  if (fromHtml && !drawn && !isOld && rows !== built) setOld(true);
  return (
    <HydrateOnVisible
      key={isOld ? 'new' : 'built'}
      load={load}
      className="mt-5"
      fallback={waiting}
      atOnce={!fromHtml || isOld}
    >
      <ExperienceList {...props} />
      <Drawn onDrawn={setDrawn} />
    </HydrateOnVisible>
  );
});

/** The list was hydrated, so from now on it renders its own rows. */
function Drawn({ onDrawn }: { onDrawn: (is: boolean) => void }) {
  useEffect(() => onDrawn(true), [onDrawn]);
  return null;
}
