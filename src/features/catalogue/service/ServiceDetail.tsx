import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CalendarX2, IdCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { policyText } from '@/features/catalogue/cancellation-policy';
import { Conditions } from '@/features/catalogue/conditions/Conditions';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { Reviews } from '@/features/catalogue/reviews/Reviews';
import { Stars } from '@/features/catalogue/reviews/Stars';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { formatRating } from '@/lib/format/numbers';
import type { Untranslated } from '@/lib/i18n/listing-texts';
import { Fact } from '@/ui/Fact';
import { PhotoCarousel } from '@/ui/media/PhotoCarousel';
import { Paragraphs } from '@/ui/Paragraphs';

interface Props {
  kind: ServiceKind;
  service: {
    id: string;
    territory_id: string;
    title: string;
    description: string;
    image_urls: string[];
    rating_average: number | null;
    rating_count: number;
    untranslated?: Untranslated<'title' | 'description'>;
  };
  /** The price, which is shown beside the rating. */
  price: ReactNode;
  /** The tags or the type, below the pictures. */
  badges: ReactNode;
  /** Shown below the title. */
  subtitle?: ReactNode;
  /** A list of `Fact` elements. */
  facts: ReactNode;
  /** The guide or the pickup location. */
  meeting: ReactNode;
  videos?: ReactNode;
}

/** Shows the description of a service with pictures, facts, text, videos and reviews. */
export function ServiceDetail({ kind, service, price, badges, subtitle, facts, meeting, videos }: Props) {
  const { untranslated = {} } = service;
  return (
    <div className="min-w-0">
      {/* The title comes before the pictures, which would push it out of sight on a desktop. */}
      <h1 tabIndex={-1} lang={untranslated.title} className="font-title mt-1 text-4xl wrap-anywhere">
        {service.title}
      </h1>
      {subtitle && <p className="mt-2 text-lg text-ink-2">{subtitle}</p>}
      <div className="mt-2 mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <RatingLink average={service.rating_average} count={service.rating_count} />
        <div>{price}</div>
        <InLanguage code={untranslated.title ?? untranslated.description} />
      </div>
      <Conditions territoryId={service.territory_id} service={{ kind, id: service.id }} className="mb-4" />
      <PhotoCarousel images={service.image_urls} title={service.title} />
      {badges}
      <ul className="mt-7 grid gap-5 sm:grid-cols-2">{facts}</ul>
      {meeting}
      <Paragraphs
        text={service.description}
        lang={untranslated.description}
        className="mt-7 grid max-w-prose gap-4 text-[1.0625rem] leading-7 text-ink-2"
      />
      {videos}
      <Reviews kind={kind} serviceId={service.id} average={service.rating_average} count={service.rating_count} />
    </div>
  );
}

/** Shows stars below the title that link to the reviews. */
function RatingLink({ average, count }: { average: number | null; count: number }) {
  if (average === null || count < 1) return null;
  return (
    <a href="#reviews" className="inline-flex min-h-11 flex-wrap items-center gap-x-2 rounded-sm">
      <Stars rating={average} />
      <strong className="nums">{formatRating(average)}</strong>
      <span className="nums text-ink-2 underline underline-offset-4">
        <Plural value={count} one="# review" other="# reviews" />
      </span>
    </a>
  );
}

export function CancellationFact({ policy }: { policy: string }) {
  const { t } = useLingui();
  return (
    <Fact icon={<CalendarX2 aria-hidden="true" />} main={t({ message: 'Cancelling', context: 'policy' })}>
      {policyText(policy)}
    </Fact>
  );
}

export function PassportFact({ required }: { required: boolean }) {
  const { t } = useLingui();
  if (!required) return null;
  return (
    <Fact icon={<IdCard aria-hidden="true" />} main={t`Passport needed`}>
      <Trans>Upload a photo when you book</Trans>
    </Fact>
  );
}
