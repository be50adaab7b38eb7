import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarX2, IdCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { policyText } from '@/features/catalogue/cancellation-policy';
import { Reviews } from '@/features/catalogue/reviews/Reviews';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { Fact } from '@/ui/Fact';
import { PhotoCarousel } from '@/ui/media/PhotoCarousel';
import { Paragraphs } from '@/ui/Paragraphs';

interface Props {
  kind: ServiceKind;
  service: {
    id: string;
    title: string;
    description: string;
    image_urls: string[];
    rating_average: number | null;
    rating_count: number;
  };
  /** Between the pictures and the title: tags, or the type. */
  badges: ReactNode;
  /** Below the title. */
  subtitle?: ReactNode;
  /** A list of `Fact`. */
  facts: ReactNode;
  /** Who or where one meets. */
  meeting: ReactNode;
  videos?: ReactNode;
}

/** What is told of an experience or a transport service: pictures, facts, the text, films and reviews. */
export function ServiceDetail({ kind, service, badges, subtitle, facts, meeting, videos }: Props) {
  return (
    <div className="min-w-0">
      <PhotoCarousel images={service.image_urls} title={service.title} />
      {badges}
      <h1 tabIndex={-1} className="font-title mt-3 text-4xl wrap-anywhere">
        {service.title}
      </h1>
      {subtitle && <p className="mt-2 text-lg text-ink-2">{subtitle}</p>}
      <ul className="mt-7 grid gap-5 sm:grid-cols-2">{facts}</ul>
      {meeting}
      <Paragraphs
        text={service.description}
        className="mt-7 grid max-w-prose gap-4 text-[1.0625rem] leading-7 text-ink-2"
      />
      {videos}
      <Reviews kind={kind} serviceId={service.id} average={service.rating_average} count={service.rating_count} />
    </div>
  );
}

export function CancellationFact({ policy }: { policy: string }) {
  const { t } = useLingui();
  return (
    <Fact icon={<CalendarX2 aria-hidden="true" />} main={t`Cancelling`}>
      {policyText(policy)}
    </Fact>
  );
}

export function PassportFact({ required }: { required: boolean }) {
  const { t } = useLingui();
  if (!required) return null;
  return (
    <Fact icon={<IdCard aria-hidden="true" />} main={t`Passport needed`}>
      <Trans>Photo upload at booking</Trans>
    </Fact>
  );
}
