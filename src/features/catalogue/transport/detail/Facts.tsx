import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarX2, Clock, IdCard, Timer, Users, Wallet } from 'lucide-react';
import { policyText } from '@/features/catalogue/cancellation-policy';
import type { Transport } from '@/features/catalogue/transport/queries';
import { formatDuration, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Fact } from '@/ui/Fact';

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
      {whole && <Trans>Private from {whole}</Trans>}
    </Fact>
  );
}

/** What a traveller asks first: when it leaves, how long it takes, what it costs and how many fit in. */
export function Facts({ transport }: { transport: Transport }) {
  const { t } = useLingui();
  const most = transport.booking_type === 'private' ? transport.max_private_guests : transport.max_spots;
  return (
    <ul className="mt-7 grid gap-5 sm:grid-cols-2">
      {transport.departure_time && (
        <Fact icon={<Clock aria-hidden="true" />} main={formatTime(transport.departure_time)}>
          <Trans>Departure time</Trans>
        </Fact>
      )}
      {transport.duration_hours !== null && (
        <Fact icon={<Timer aria-hidden="true" />} main={formatDuration(transport.duration_hours)}>
          <Trans>On the way</Trans>
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
      <Fact icon={<CalendarX2 aria-hidden="true" />} main={t`Cancelling`}>
        {policyText(transport.cancellation_policy)}
      </Fact>
      {transport.passport_required && (
        <Fact icon={<IdCard aria-hidden="true" />} main={t`Passport needed`}>
          <Trans>Photo upload at booking</Trans>
        </Fact>
      )}
    </ul>
  );
}
