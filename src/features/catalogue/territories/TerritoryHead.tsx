import { Trans, useLingui } from '@lingui/react/macro';
import { Bus, Compass } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { MapLink } from '@/features/catalogue/service/MapLink';
import { parseImage } from '@/lib/media/media';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { countryName, Flag } from '@/ui/media/Flag';
import { MediaGallery, type Medium } from '@/ui/media/MediaGallery';
import { Paragraphs } from '@/ui/Paragraphs';
import type { Territory } from './queries.ts';

/** Shows pictures and videos across the page. */
export function TerritoryGallery({ territory }: { territory: Territory }) {
  const { t } = useLingui();
  const media = useMemo<Medium[]>(
    () => [
      ...territory.image_urls.map((url): Medium => ({ kind: 'image', picture: parseImage(url) })),
      ...territory.video_urls.map((url): Medium => ({ kind: 'video', src: parseImage(url).src })),
    ],
    [territory],
  );
  if (media.length === 0) return null;
  return <MediaGallery media={media} label={t`Photos of ${territory.name}`} />;
}

/** Shows the name, a link to the experiences, and the description. */
export function TerritoryIntro({ territory, referral }: { territory: Territory; referral: string | null }) {
  const { untranslated = {} } = territory;
  return (
    <div>
      {territory.visible === false && (
        <Alert tone="info" className="mb-4">
          <Trans>Hidden: only the region's team can see this page.</Trans>
        </Alert>
      )}
      <h1 lang={untranslated.name} className="font-title text-4xl wrap-anywhere">
        {territory.name}
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-ink-2">
        <Flag country={territory.country} named />
        <span>{countryName(territory.country)}</span>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <a href="#experiences" className="btn btn-primary btn-lg w-full sm:w-auto">
          <Compass aria-hidden="true" />
          <Trans>Browse Experiences</Trans>
        </a>
        <LinkButton
          to={withQuery(paths.territoryTransport(territory.id), { ref: referral })}
          size="lg"
          className="w-full sm:w-auto"
          icon={<Bus aria-hidden="true" />}
        >
          <Trans>Find Transport</Trans>
        </LinkButton>
      </div>
      <Link
        to={paths.territoryConditions(territory.id)}
        className="mt-3 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        <Trans>Road, river and lake conditions</Trans>
      </Link>
      <section aria-labelledby="about">
        <h2 id="about" className="font-title mt-6 text-2xl">
          <Trans>About</Trans>
        </h2>
        <InLanguage code={untranslated.description} className="mt-3" />
        <Paragraphs
          text={territory.description}
          lang={untranslated.description}
          className="mt-3 grid max-w-prose gap-4 text-ink-2"
        />
      </section>
      {territory.meeting_point && (
        <section aria-labelledby="meeting">
          <h2 id="meeting" className="font-title mt-9 text-2xl">
            <Trans>Where you meet</Trans>
          </h2>
          <InLanguage code={untranslated.meeting_point} className="mt-3" />
          <Paragraphs
            text={territory.meeting_point}
            lang={untranslated.meeting_point}
            className="mt-3 grid max-w-prose gap-4 text-ink-2"
          />
          <MapLink link={territory.meeting_point_link} className="min-h-11" />
        </section>
      )}
    </div>
  );
}

export function GallerySkeleton() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading the region`}>
      <Skeleton className="aspect-[4/3] w-full rounded-xl! sm:aspect-video md:aspect-auto md:h-[27rem]" />
    </LoadingArea>
  );
}

export function IntroSkeleton() {
  return (
    <div aria-hidden="true" className="appear-late">
      <Skeleton className="h-11 w-64 max-w-full" />
      <Skeleton className="mt-4 h-5 w-40" />
      <div className="mt-5 flex flex-wrap gap-3">
        <Skeleton className="h-13 w-full rounded-md! sm:w-56" />
        <Skeleton className="h-13 w-full rounded-md! sm:w-48" />
      </div>
      <Skeleton className="mt-6 h-5 w-56 max-w-full" />
      <Skeleton className="mt-9 h-7 w-28" />
      <Skeleton className="mt-4 h-4 w-full max-w-prose" />
      <Skeleton className="mt-2.5 h-4 w-full max-w-prose" />
      <Skeleton className="mt-2.5 h-4 w-full max-w-prose" />
      <Skeleton className="mt-2.5 h-4 w-2/3" />
    </div>
  );
}
