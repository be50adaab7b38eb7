import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { listFormat } from '@/lib/i18n/intl';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { outcomeLabel } from './labels';
import type { Preview } from './queries';

/** The others are shown on request. */
const SHOWN_FIRST = 5;

const sums = listFormat({ type: 'conjunction' });

export const cancelCount = (preview: Preview | undefined): number =>
  preview?.departures.filter(({ outcome }) => outcome === 'cancel').length ?? 0;

/** Returns whether no guest can choose, because all departures leave within the two minutes. */
export const hasNoChoice = ({ bookings, no_choice }: Preview): boolean => bookings > 0 && no_choice === bookings;

/** Shows what cancelling would change. */
export function CancelPreview({ query }: { query: UseQueryResult<Preview> }) {
  const { t } = useLingui();
  const online = useOnline();
  const { data, error } = query;
  if (error && !online)
    return (
      <Alert key="offline" tone="warn">
        <span>
          <Trans>You're offline. You can cancel when you're back online.</Trans>
        </span>
      </Alert>
    );
  if (error) return <LoadFailed query={query} />;
  if (!data)
    return (
      <LoadingArea label={t`Checking the bookings`}>
        <Skeleton className="h-24 rounded-md!" />
      </LoadingArea>
    );
  if (cancelCount(data) === 0) return <NothingToCancel preview={data} />;
  return (
    <section aria-label={t`What happens to the bookings`} className="rounded-md bg-surface-2 p-4">
      <Sums preview={data} />
      {data.departures.length > 1 && <Departures preview={data} />}
    </section>
  );
}

function NothingToCancel({ preview }: { preview: Preview }) {
  return (
    <Alert key="nothing" tone="info">
      <span>
        {preview.departures.length === 0 ? (
          <span key="none">
            <Trans>There are no departures on these days, so there's nothing to cancel.</Trans>
          </span>
        ) : (
          <span key="past">
            <Trans>There's nothing left to cancel.</Trans>
          </span>
        )}
      </span>
      {preview.departures.length > 0 && <Departures preview={preview} />}
    </Alert>
  );
}

const amountsOf = (money: Preview['money'], part: 'amount' | 'cash'): string =>
  sums().format((money ?? []).filter((one) => one[part] > 0).map((one) => formatMoney(one[part], one.currency_symbol)));

function Sums({ preview }: { preview: Preview }) {
  const { t } = useLingui();
  const { bookings, people, money } = preview;
  const amounts = amountsOf(money, 'amount');
  const guests = plural(people, { one: '# guest', other: '# guests' });
  const booked = plural(bookings, { one: '# booking', other: '# bookings' });
  if (bookings === 0)
    return (
      <p>
        <Trans>There are no bookings yet. We'll stop selling this departure, and there's no one to notify.</Trans>
      </p>
    );
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      {amounts && <strong className="nums text-2xl font-extrabold">{amounts}</strong>}
      <div className="min-w-0 flex-1 basis-44">
        <strong className="block font-bold">{t`${guests}, ${booked}`}</strong>
        {amounts && !hasNoChoice(preview) && (
          <span className="block text-sm text-ink-2">
            <Trans>at most, if every guest chooses a refund instead of another departure</Trans>
          </span>
        )}
      </div>
      <Consequences preview={preview} />
    </div>
  );
}

/** Shows how many guests have to be told in person, how much cash has to be refunded, and how many emails we send. */
function Consequences({
  preview: { bookings, people, unpaid, mails, untold, no_choice, money },
}: {
  preview: Preview;
}) {
  const cash = amountsOf(money, 'cash');
  return (
    <ul className="grid w-full gap-1 text-sm text-ink-2">
      {untold > 0 && (
        <li className="font-semibold text-danger-text">
          {plural(people, {
            one: `${untold} of # guest has no email address. Please tell them in person.`,
            other: `${untold} of # guests have no email address. Please tell them in person.`,
          })}
        </li>
      )}
      {cash && (
        <li className="font-semibold text-danger-text">
          <Trans>Cash to refund: {cash}.</Trans>
        </li>
      )}
      {no_choice > 0 && no_choice < bookings && (
        <li>
          {plural(no_choice, {
            one: "# booking is past its departure time. We'll refund it right away, and the guest can't choose another date.",
            other:
              "# bookings are past their departure time. We'll refund them right away, and the guests can't choose another date.",
          })}
        </li>
      )}
      {unpaid > 0 && (
        <li>
          {plural(unpaid, {
            one: "# booking is unpaid, so there's nothing to refund.",
            other: "# bookings are unpaid, so there's nothing to refund.",
          })}
        </li>
      )}
      <li>
        {plural(mails, {
          one: "We'll send # email in two minutes. You can undo this until then.",
          other: "We'll send # emails in two minutes. You can undo this until then.",
        })}
      </li>
    </ul>
  );
}

function Departures({ preview: { departures } }: { preview: Preview }) {
  const [all, setAll] = useState(false);
  const { length } = departures;
  return (
    <>
      <ul className="mt-3 divide-y divide-line text-sm">
        {(all ? departures : departures.slice(0, SHOWN_FIRST)).map((departure) => (
          <li key={keyOf(departure)} className="flex flex-wrap justify-between gap-x-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              <DepartureName departure={departure} />
            </span>
            <span className="nums text-ink-2">
              {departure.outcome === 'cancel'
                ? plural(departure.people, { one: '# guest', other: '# guests' })
                : outcomeLabel(departure.outcome)}
            </span>
          </li>
        ))}
      </ul>
      {!all && length > SHOWN_FIRST && (
        <Button variant="ghost" size="sm" className="mt-1 -ml-3 min-h-11!" onClick={() => setAll(true)}>
          <Trans>Show all {length} departures</Trans>
        </Button>
      )}
    </>
  );
}

type Named = Pick<Preview['departures'][number], 'service_id' | 'slot_id' | 'service_date'>;
export const keyOf = ({ service_id, slot_id, service_date }: Named) => [service_id, slot_id, service_date].join();

type Shown = Pick<Preview['departures'][number], 'title' | 'untranslated' | 'service_date' | 'start_time'>;

/** Shows for example 'Thu, Nov 26, 1:00 PM River Canyon'. */
export function DepartureName({ departure: { title, untranslated, service_date, start_time } }: { departure: Shown }) {
  return (
    <span>
      <span className="nums text-ink-2">{whenOf({ service_date, start_time })}</span>{' '}
      <strong className="font-semibold" lang={untranslated?.title}>
        {title}
      </strong>
    </span>
  );
}

const whenOf = ({ service_date, start_time }: { service_date: string; start_time: string | null }) =>
  [formatDay(service_date), start_time && formatTime(start_time)].filter(Boolean).join(', ');
