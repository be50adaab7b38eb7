import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import { Reviews } from '@/features/catalogue/reviews/Reviews';
import { paths, withQuery } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { Avatar } from '@/ui/media/Avatar';
import { PhotoCarousel } from '@/ui/media/PhotoCarousel';
import { Facts } from './Facts';
import type { Experience } from './queries';

function Guide({ guide }: { guide: Experience['guide'] }) {
  if (!guide?.full_name) return null;
  return (
    <div className="mt-8 flex items-center gap-4 border-y border-line py-5">
      <Avatar name={guide.full_name} src={guide.avatar_url} size={60} />
      <div className="min-w-0 wrap-anywhere">
        <p className="text-sm text-ink-2">
          <Trans>Your guide</Trans>
        </p>
        <p className="text-lg font-bold">{guide.full_name}</p>
      </div>
    </div>
  );
}

function Videos({ urls, title }: { urls: string[]; title: string }) {
  const safe = urls.filter((url) => /^(https:\/\/|\/storage\/)/.test(url));
  if (safe.length === 0) return null;
  return (
    <>
      <h2 className="font-title mt-9 text-2xl">
        <Trans>See the place</Trans>
      </h2>
      {safe.map((url) => (
        <video
          key={url}
          className="mt-3 aspect-video w-full rounded-xl bg-night"
          src={url}
          controls
          muted
          playsInline
          preload="none"
          aria-label={title}
        />
      ))}
    </>
  );
}

export function BackLink({ territory }: { territory: { id: string; name: string } }) {
  const { t } = useLingui();
  const ref = useReferral();
  return (
    <Link
      to={withQuery(paths.territory(territory.id), { ref })}
      className="mt-3 inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {t`Back to ${territory.name}`}
    </Link>
  );
}

/** The left column: pictures, facts, the guide, the text, films and reviews. */
export function ExperienceDetail({ experience }: { experience: Experience }) {
  return (
    <div className="min-w-0">
      <PhotoCarousel images={experience.image_urls} title={experience.title} />
      {experience.tags.length > 0 && (
        <ul className="mt-6 flex flex-wrap gap-2">
          {experience.tags.map((tag) => (
            <li key={tag.id}>
              <Badge tone="accent">{tag.name}</Badge>
            </li>
          ))}
        </ul>
      )}
      <h1 tabIndex={-1} className="font-title mt-3 text-4xl wrap-anywhere">
        {experience.title}
      </h1>
      <Facts experience={experience} />
      <Guide guide={experience.guide} />
      <div className="mt-7 grid max-w-prose gap-4 text-[1.0625rem] leading-7 wrap-anywhere text-ink-2">
        {experience.description.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
      <Videos urls={experience.video_urls} title={experience.title} />
      <Reviews
        kind="experience"
        serviceId={experience.id}
        average={experience.rating_average}
        count={experience.rating_count}
      />
    </div>
  );
}
