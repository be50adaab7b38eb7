import { Trans, useLingui } from '@lingui/react/macro';
import { Backpack, Clock, MapPin, Users, Wallet } from 'lucide-react';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { MapLink } from '@/features/catalogue/service/MapLink';
import { CancellationFact, PassportFact, ServiceDetail } from '@/features/catalogue/service/ServiceDetail';
import { formatDuration } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Badge } from '@/ui/Badge';
import { Fact } from '@/ui/Fact';
import { Avatar } from '@/ui/media/Avatar';
import { meetingPlace } from './meeting-place';
import { PriceLine } from './PriceLine';
import type { Experience } from './queries';

export function ExperienceDetail({ experience }: { experience: Experience }) {
  return (
    <ServiceDetail
      kind="experience"
      service={experience}
      price={<PriceLine experience={experience} currencySymbol={experience.territory?.currency_symbol ?? '$'} />}
      badges={<Tags tags={experience.tags} />}
      facts={<Facts experience={experience} />}
      meeting={<Guide guide={experience.guide} />}
      videos={<Videos urls={experience.video_urls} title={experience.title} />}
    />
  );
}

function Tags({ tags }: Pick<Experience, 'tags'>) {
  if (tags.length === 0) return null;
  return (
    <ul className="mt-6 flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag.id}>
          <Badge tone="accent">
            <span lang={tag.untranslated?.name}>{tag.name}</span>
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function PriceFact({ experience }: { experience: Experience }) {
  const { t } = useLingui();
  const symbol = experience.territory?.currency_symbol;
  const shared =
    experience.booking_type !== 'private' && experience.shared_price
      ? formatMoney(experience.shared_price, symbol)
      : null;
  const whole =
    experience.booking_type !== 'shared' && experience.private_price
      ? formatMoney(experience.private_price, symbol)
      : null;
  if (shared) {
    return (
      <Fact key="shared" icon={<Wallet aria-hidden="true" />} main={t`${shared} per person`}>
        {whole && (
          <span>
            <Trans>Private: {whole} for the whole group</Trans>
          </span>
        )}
      </Fact>
    );
  }
  return (
    <Fact icon={<Wallet aria-hidden="true" />} main={whole}>
      <Trans>For the whole group</Trans>
    </Fact>
  );
}

/** Answers a guest's first questions: duration, group size, price and what to bring. */
function Facts({ experience }: { experience: Experience }) {
  const { t } = useLingui();
  const meeting = meetingPlace(experience, experience.territory);
  const bringLanguage = experience.untranslated?.what_to_bring;
  const type = experience.booking_type;
  const group =
    type === 'private'
      ? (experience.max_private_guests ?? 1)
      : Math.min(experience.max_spots, experience.available_spots);
  return (
    <>
      <Fact icon={<Clock aria-hidden="true" />} main={formatDuration(experience.duration)} />
      <Fact icon={<Users aria-hidden="true" />} main={group > 0 ? t`Groups of up to ${group}` : t`No seats available`}>
        {type === 'private' ? t`Private` : type === 'both' ? t`Shared or private` : t`Shared`}
      </Fact>
      <PriceFact experience={experience} />
      <PassportFact required={experience.passport_required} />
      <CancellationFact policy={experience.cancellation_policy} />
      {(meeting.place || meeting.mapLink) && (
        <Fact
          icon={<MapPin aria-hidden="true" />}
          main={<span lang={meeting.lang}>{meeting.place ?? t`Meeting point`}</span>}
        >
          <InLanguage code={meeting.lang} className="mr-2" />
          <MapLink link={meeting.mapLink} className="min-h-6" />
        </Fact>
      )}
      {experience.what_to_bring && (
        <Fact icon={<Backpack aria-hidden="true" />} main={t`What to bring`}>
          <span lang={bringLanguage}>{experience.what_to_bring}</span>
          <InLanguage code={bringLanguage} className="ml-2" />
        </Fact>
      )}
    </>
  );
}

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
        <Trans>See the region</Trans>
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
