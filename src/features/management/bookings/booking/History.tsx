import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { whenOf } from '@/features/booking/offers/labels';
import { statusLabel } from '@/features/booking/tickets/labels';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { i18n } from '@/lib/i18n/i18n';
import { nameIn } from '@/lib/i18n/listing-texts';
import { storedText } from '@/lib/i18n/stored-text';
import type { BookingEvent } from './queries';

/** The database wrote these notes. Others were written by people. */
const NOTES = [
  msg`Check-in undone`,
  msg`Amount on hold on the card, not charged yet`,
  msg`Card hold released, nothing charged`,
];

/** Returns the name of the person who did it. Payments and jobs have none. */
function who({ actor, by }: BookingEvent): string {
  if (actor) return by === 'staff' ? t`${actor}, team` : actor;
  if (by === 'staff') return t`The team`;
  return by === 'tourist' ? t`The guest` : t`Automatic`;
}

const CORRECTED: Record<string, MessageDescriptor> = {
  contact: msg`contact details`,
  hotel: msg`hotel or pickup location`,
  names: msg`names`,
};

/** Returns what the amount of an event is, or null without one. */
function moneyText({ amount, money }: BookingEvent, symbol: string): string | null {
  if (!amount || amount <= 0) return null;
  const sum = formatMoney(amount, symbol);
  if (money === 'refunded') return t`Refunded ${sum}`;
  if (money === 'released') return t`Card hold of ${sum} released`;
  if (money === 'to_refund') return t`${sum} to refund in cash`;
  if (money === 'to_pay') return t`To pay: ${sum}`;
  return money === 'received' ? t`Received ${sum} in cash` : sum;
}

/** Returns what happened besides the money, or null for a refund that left the status unchanged. */
function whatHappened(event: BookingEvent): string | null {
  const { to, moved, party, given, came, corrected, asked } = event;
  if (asked === 'to_pay') return t`The guest was asked to pay for a change`;
  if (asked === 'replaced') return t`Booking change withdrawn because another change replaced it`;
  if (asked) return t`Booking change withdrawn before payment`;
  if (corrected) {
    const fields = corrected.map((field) => (CORRECTED[field] ? i18n._(CORRECTED[field]) : field)).join(', ');
    return t`Corrected: ${fields}`;
  }
  if (moved && party)
    return [whatHappened({ ...event, party: null }), whatHappened({ ...event, moved: null })].join('. ');
  if (came) return plural(came, { one: '# person arrived', other: '# people arrived' });
  if (given) return t`Ticket transferred to someone else`;
  if (party) {
    const { from: before, to: now } = party;
    return now > before
      ? t`Number of people increased: ${now} instead of ${before}`
      : t`Number of people reduced from ${before} to ${now}`;
  }
  if (!moved) return to && statusLabel(to);
  const [from, until] = [placeOf(moved.from), placeOf(moved.to)];
  return t`Moved from ${from} to ${until}`;
}

/** A departure, with its trip where that changed. */
const placeOf = (one: NonNullable<BookingEvent['moved']>['from']): string =>
  [...(one.title ? [nameIn(one.title, one.titles ?? {})] : []), whenOf(one)].join(', ');

/** Shows a booking's history, newest first. */
export function History({
  events,
  timeZone,
  symbol,
}: {
  events: readonly BookingEvent[];
  timeZone: string;
  symbol: string;
}) {
  return (
    <section aria-labelledby="history-title">
      <h3 id="history-title" className="text-base font-bold">
        <Trans>History</Trans>
      </h3>
      {events.length === 0 && (
        <p className="mt-2 text-sm text-ink-2">
          <Trans>Nothing has happened with this booking yet.</Trans>
        </p>
      )}
      <ol className="mt-2 grid gap-3 border-l-2 border-line pl-4">
        {events.toReversed().map((event) => (
          <li key={event.id} className="text-sm">
            <What what={whatHappened(event)} money={moneyText(event, symbol)} />
            {event.price_kept && (
              <span className="block text-xs">
                <Trans>The price stayed the same: nothing was charged or refunded.</Trans>
              </span>
            )}
            <span className="block text-xs text-ink-2">
              {formatMoment(event.at, timeZone)}, {who(event)}
            </span>
            {event.note && (
              <span className="block text-xs [overflow-wrap:anywhere]">{storedText(event.note, NOTES)}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function What({ what, money }: { what: string | null; money: string | null }) {
  return (
    <>
      <strong className="nums font-semibold">{what ?? money}</strong>
      {what && money && <span className="nums">. {money}</span>}
    </>
  );
}
