import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarX2, Clock, IdCard, MapPin, Users, Wallet } from 'lucide-react';
import { policyText } from '@/features/catalogue/cancellation-policy';
import { formatDuration } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { webLink } from '@/lib/format/web-link';
import { Fact } from '@/ui/Fact';
import type { Experience } from './queries';

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
      <Fact icon={<Wallet aria-hidden="true" />} main={t`${shared} per person`}>
        {whole && <Trans>Private: {whole} for the whole group</Trans>}
      </Fact>
    );
  }
  return (
    <Fact icon={<Wallet aria-hidden="true" />} main={whole}>
      <Trans>For the whole group</Trans>
    </Fact>
  );
}

/** What a traveller asks first: how long, how many, how much, and what to bring. */
export function Facts({ experience }: { experience: Experience }) {
  const { t } = useLingui();
  const type = experience.booking_type;
  const people = type === 'private' ? (experience.max_private_guests ?? 1) : experience.max_spots;
  return (
    <ul className="mt-7 grid gap-5 sm:grid-cols-2">
      <Fact icon={<Clock aria-hidden="true" />} main={formatDuration(experience.duration)} />
      <Fact
        icon={<Users aria-hidden="true" />}
        main={plural(experience.available_spots, { one: '# spot available', other: '# spots available' })}
      >
        {type === 'private'
          ? t`Private, up to ${people} people`
          : type === 'both'
            ? t`Shared or private, up to ${people} people`
            : t`Shared, up to ${people} people`}
      </Fact>
      <PriceFact experience={experience} />
      {experience.passport_required && (
        <Fact icon={<IdCard aria-hidden="true" />} main={t`Passport needed`}>
          <Trans>Photo upload at booking</Trans>
        </Fact>
      )}
      <Fact icon={<CalendarX2 aria-hidden="true" />} main={t`Cancelling`}>
        {policyText(experience.cancellation_policy)}
      </Fact>
      {experience.meeting_point && (
        <Fact icon={<MapPin aria-hidden="true" />} main={experience.meeting_point}>
          {webLink(experience.meeting_point_link) && (
            <a
              className="inline-flex min-h-6 items-center underline underline-offset-4"
              href={webLink(experience.meeting_point_link)}
              target="_blank"
              rel="noreferrer"
            >
              <Trans>View on Google Maps</Trans>
            </a>
          )}
        </Fact>
      )}
    </ul>
  );
}
