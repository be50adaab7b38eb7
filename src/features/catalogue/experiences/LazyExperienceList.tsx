import { usePrefetchQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { HydrateOnVisible } from '@/ui/loading/LazyOnVisible';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { ExperienceListProps } from './ExperienceList.tsx';
import { ExperienceListSkeleton } from './ExperienceListSkeleton.tsx';
import { experiencesQuery } from './queries.ts';

const waiting = <ExperienceListSkeleton />;
const ExperienceList = lazyPart(() => import('./ExperienceList.tsx'), { fallback: waiting });

/** The place of a territory's experiences, below the fold on a phone: they are read beside the territory, and drawn when they come near. */
export const LazyExperienceList = memo(function LazyExperienceList(props: ExperienceListProps) {
  usePrefetchQuery(experiencesQuery(props.territoryId));
  return (
    <HydrateOnVisible className="mt-5" fallback={waiting}>
      <ExperienceList {...props} />
    </HydrateOnVisible>
  );
});
