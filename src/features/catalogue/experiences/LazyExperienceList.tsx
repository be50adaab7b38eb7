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

/**
 * The place of a territory's experiences. What the build has drawn is taken over when one comes near, as it lies below the fold on a
 * phone; everywhere else the list is drawn at once: the link above leads into it. So it is where the build's rows are no longer those of the
 * territory.
 */
export const LazyExperienceList = memo(function LazyExperienceList(props: ExperienceListProps) {
  // As a text: drawn again for an answer that says the same, it would throw the HTML away.
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

/** Tells that the list is React's: from then on it draws its own rows. */
function Drawn({ onDrawn }: { onDrawn: (is: boolean) => void }) {
  useEffect(() => onDrawn(true), [onDrawn]);
  return null;
}
