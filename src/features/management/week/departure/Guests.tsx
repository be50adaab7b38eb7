import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { bookerName } from '@/features/booking/guest-name';
import { isPartHere } from '@/features/booking/tickets/arrived';
import { statusLabel } from '@/features/booking/tickets/labels';
import { partyText } from '@/features/booking/tickets/party-text';
import { isCardAuthorised } from '@/features/booking/tickets/transitions';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatHour } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import type { DepartureDetail, Guest } from '../queries';

interface Props {
  departure: DepartureDetail;
  currency: TerritoryCurrency;
  onBooking: (id: string) => void;
}

/** Lists all booked guests with the cash they owe. A row opens its booking. */
export function Guests({ departure, currency, onBooking }: Props) {
  const { t } = useLingui();
  const { guests, cancelled, time_zone: timeZone } = departure;
  return (
    <section aria-labelledby="guests-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="guests-title" className="text-base font-bold">
          <Trans>Guests</Trans>
        </h3>
        <span className="nums text-sm text-ink-2">
          {plural(guests.length, { one: '# booking', other: '# bookings' })}
          {cancelled > 0 && <span>, {t`${cancelled} cancelled`}</span>}
        </span>
      </div>
      {guests.length === 0 && (
        <p className="mt-1 text-sm text-ink-2">
          <Trans>No bookings yet.</Trans>
        </p>
      )}
      <ul className="divide-y divide-line">
        {guests.map((guest) => (
          <li key={guest.id}>
            <button
              type="button"
              aria-haspopup="dialog"
              className="row-focus flex min-h-11 w-full justify-between gap-3 py-1.5 text-left text-sm hover:bg-surface-2"
              onClick={() => onBooking(guest.id)}
            >
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{bookerName(guest.full_name, guest.walk_in)}</span>
                {guest.hotel_name && (
                  <span className="block text-2xs text-ink-2 wrap-anywhere">{guest.hotel_name}</span>
                )}
              </span>
              <span className="nums flex-none text-right">
                <span className="block">{plural(guest.num_people, { one: '# person', other: '# people' })}</span>
                <State guest={guest} currency={currency} timeZone={timeZone} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Cash due is shown first, because someone has to collect it. */
function State({ guest, currency, timeZone }: { guest: Guest; currency: TerritoryCurrency; timeZone: string }) {
  const { check_in_status: arrival, checked_in_at: at } = guest;
  const { t } = useLingui();
  const status = isCardAuthorised(guest) ? t`Paying by card, not charged yet` : statusLabel(guest.status);
  const part = isPartHere(guest) ? partyText(guest) : null;
  const amount = formatMoney(guest.to_collect, symbolOf(guest.currency_code, currency));
  return (
    <>
      {guest.to_collect > 0 && (
        <span className="block text-2xs font-semibold text-st-ordered-text">
          <Trans>Collect {amount}</Trans>
        </span>
      )}
      {arrival === 'checked_in' ? (
        <span className="flex items-center justify-end gap-1 text-2xs font-semibold text-st-checked-text">
          <CircleCheck aria-hidden="true" className="size-3.5" />
          {part ? (
            <span key="part">{[part, at && formatHour(at, timeZone)].filter(Boolean).join(', ')}</span>
          ) : (
            <span>{at ? <Trans>Arrived {formatHour(at, timeZone)}</Trans> : <Trans>Checked in</Trans>}</span>
          )}
        </span>
      ) : (
        <span className="block text-2xs text-ink-2">{status}</span>
      )}
    </>
  );
}
