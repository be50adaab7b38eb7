import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, MapPin, Timer, Users, Wallet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { MapLink } from '@/features/catalogue/service/MapLink';
import { CancellationFact, PassportFact, ServiceDetail } from '@/features/catalogue/service/ServiceDetail';
import { formatJourney, formatTimes } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths, withQuery } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { Fact } from '@/ui/Fact';
import { Journey, TypeLabel } from './labels';
import type { Transport } from './queries';

interface Props {
  transport: Transport;
  referral: string | null;
}

export function TransportDetail({ transport, referral }: Props) {
  const { pickup_location: from, destination: to, untranslated = {} } = transport;
  return (
    <ServiceDetail
      kind="transport"
      service={transport}
      price={<PriceLine transport={transport} />}
      badges={<TypeAndTerritory transport={transport} referral={referral} />}
      subtitle={
        to && <Journey from={from} to={to} fromLang={untranslated.pickup_location} toLang={untranslated.destination} />
      }
      facts={<Facts transport={transport} />}
      meeting={<PickupBox transport={transport} />}
    />
  );
}

function TypeAndTerritory({ transport: { type, territory }, referral }: Props) {
  return (
    <div className="mt-6 -mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      {type && (
        <Badge tone="accent">
          <TypeLabel type={type} />
        </Badge>
      )}
      {territory && (
        <Link
          to={withQuery(paths.territory(territory.id), { ref: referral })}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
          lang={territory.untranslated?.name}
        >
          {territory.name}
        </Link>
      )}
    </div>
  );
}

function PriceLine({ transport }: { transport: Transport }) {
  const { booking_type: type, shared_price: shared, private_price: whole, territory } = transport;
  const amount = type === 'private' ? whole : shared;
  if (amount === null) return null;
  const price = <strong className="nums font-bold text-ink">{formatMoney(amount, territory?.currency_symbol)}</strong>;
  return (
    <p className="text-ink-2">
      {type === 'private' ? <Trans>{price} per vehicle</Trans> : <Trans>{price} per person</Trans>}
    </p>
  );
}

function PriceFact({ transport }: { transport: Transport }) {
  const { t } = useLingui();
  const { booking_type: type, shared_price, private_price } = transport;
  const symbol = transport.territory?.currency_symbol;
  const whole = type === 'shared' || private_price === null ? null : formatMoney(private_price, symbol);
  if (type === 'private' || shared_price === null) {
    return <Fact icon={<Wallet aria-hidden="true" />} main={t`${whole ?? ''} per vehicle`} />;
  }
  const price = formatMoney(shared_price, symbol);
  return (
    <Fact icon={<Wallet aria-hidden="true" />} main={<Trans>From {price} per person</Trans>}>
      {whole && (
        <span>
          <Trans>Private from {whole}</Trans>
        </span>
      )}
    </Fact>
  );
}

/** Answers a guest's first questions: departure, duration, price and capacity. */
function Facts({ transport }: { transport: Transport }) {
  const { t } = useLingui();
  const most = transport.booking_type === 'private' ? transport.max_private_guests : transport.max_spots;
  return (
    <>
      {transport.times.length > 0 && (
        <Fact icon={<Clock aria-hidden="true" />} main={formatTimes(transport.times)}>
          <Trans>Departure time</Trans>
        </Fact>
      )}
      {transport.duration_hours !== null && (
        <Fact icon={<Timer aria-hidden="true" />} main={formatJourney(transport.duration_hours * 60)}>
          <Trans>Travel time</Trans>
        </Fact>
      )}
      <PriceFact transport={transport} />
      <Fact icon={<Users aria-hidden="true" />} main={<Trans>Up to {most} passengers</Trans>}>
        {transport.booking_type === 'private'
          ? t`Private`
          : transport.booking_type === 'both'
            ? t`Shared or private`
            : t`Shared`}
      </Fact>
      <CancellationFact policy={transport.cancellation_policy} />
      <PassportFact required={transport.passport_required} />
    </>
  );
}

/** Shows the pickup location and how to get there. */
function PickupBox({ transport }: { transport: Transport }) {
  const { t } = useLingui();
  const { pickup } = transport;
  const nameLang = pickup ? pickup.untranslated?.name : transport.untranslated?.pickup_location;
  return (
    <section aria-label={t`Pickup location`} className="card mt-8 flex gap-4 p-5">
      <MapPin aria-hidden="true" className="mt-0.5 size-6 flex-none text-accent-text" />
      <div className="min-w-0">
        <h2 className="text-sm text-ink-2">
          <Trans>Pickup location</Trans>
        </h2>
        <p lang={nameLang} className="text-lg font-bold break-words">
          {pickup?.name ?? transport.pickup_location}
        </p>
        <InLanguage code={nameLang ?? pickup?.untranslated?.directions} />
        {pickup?.directions && (
          <p
            lang={pickup.untranslated?.directions}
            className="mt-1 max-w-prose break-words whitespace-pre-line text-ink-2"
          >
            {pickup.directions}
          </p>
        )}
        <MapLink link={pickup?.map_link} className="mt-1.5 min-h-11 font-semibold" />
      </div>
    </section>
  );
}
