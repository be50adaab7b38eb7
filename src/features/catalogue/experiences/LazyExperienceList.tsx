import { usePrefetchQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
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
 * phone; everywhere else the list is drawn at once: the link above leads into it.
 */
export const LazyExperienceList = memo(function LazyExperienceList(props: ExperienceListProps) {
  usePrefetchQuery(experiencesQuery(props.territoryId));
  const [fromHtml] = useState(() => import.meta.env.SSR || isTakenOver());
  return (
    <HydrateOnVisible load={load} className="mt-5" fallback={waiting} atOnce={!fromHtml}>
      <ExperienceList {...props} />
    </HydrateOnVisible>
  );
});
