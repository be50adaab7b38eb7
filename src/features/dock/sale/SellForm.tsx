import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, CalendarClock, CreditCard, Link, Minus, Plus } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { isUndecided, minimumText } from '@/features/booking/minimum/minimum';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { Checkbox } from '@/ui/form/controls';
import { Form, FormProblems } from '@/ui/form/Form';
import { DepartureChoice } from './DepartureChoice';
import { GuestFields, NoGuest, WaiverField } from './GuestFields';
import type { DockDeparture, PaymentMethod } from './queries';
import { boards } from './rules';
import type { SaleChoice, SaleState } from './use-sale';

interface Props {
  departures: readonly DockDeparture[];
  sale: SaleState;
  /** True for a guest who isn't at the dock. */
  away?: boolean;
  /** The region whose earlier guests the seller can find. */
  territoryId?: string | null;
}

/** Sells on one screen. The next departure with seats, two people and cash are preselected. */
export function SellForm({ departures, sale, away = false, territoryId = null }: Props) {
  const { t } = useLingui();
  const now = useNow();
  const { form, choice, offline } = sale;
  const { of, total } = choice;
  const sum = formatMoney(total, of?.currency_symbol);
  return (
    <Form form={form} label={t`Sell a seat`} className="grid grid-cols-[minmax(0,1fr)] gap-5" ownProblems>
      <DepartureChoice departures={departures} sale={sale} />
      {of && choice.type && (
        <>
          <Party sale={sale} of={of} />
          <Undecided of={of} choice={choice} now={now} />
          {offline ? <NoGuest sale={sale} /> : <GuestFields sale={sale} away={away} territoryId={territoryId} />}
          <div className="grid gap-2">
            {of.passport_required && (
              <Alert tone="info">
                <Trans>This trip requires a passport. Check it here, but don't keep a photo.</Trans>
              </Alert>
            )}
            {!away && boards(of, now) && (
              <Checkbox
                label={<Trans>Check in the guests now, because they're already here</Trans>}
                {...form.register('arrived')}
              />
            )}
            <WaiverField sale={sale} />
          </div>
          <div className="grid gap-3">
            <FormProblems />
            <PayButton
              method="cash"
              sale={sale}
              variant="primary"
              className="nums min-h-16! text-xl!"
              icon={<Banknote aria-hidden="true" />}
            >
              {t`Receive ${sum} in cash`}
            </PayButton>
            {away && (
              <>
                <PayButton method="link" sale={sale} icon={<Link aria-hidden="true" />}>
                  <Trans>Send a payment link</Trans>
                </PayButton>
                <PayButton method="due" sale={sale} icon={<CalendarClock aria-hidden="true" />}>
                  <Trans>The guest pays in cash on the day</Trans>
                </PayButton>
              </>
            )}
            {!offline && !away && (
              <PayButton method="card" sale={sale} icon={<CreditCard aria-hidden="true" />}>
                <Trans>The guest pays by card on their phone</Trans>
              </PayButton>
            )}
          </div>
        </>
      )}
    </Form>
  );
}

/** Sends the form with a way to pay. */
function PayButton({
  method,
  sale: { form, payBy },
  ...button
}: { method: PaymentMethod; sale: SaleState } & Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className' | 'icon' | 'children'
>) {
  const busy = form.sending && form.values.method === method;
  return <Button type="submit" size="lg" block busy={busy} onClick={() => payBy(method)} {...button} />;
}

/** A walk-in has no account, so the seller has to tell them that the departure may be cancelled within the hour. */
function Undecided({ of: { minimum, time_zone }, choice, now }: { of: DockDeparture; choice: SaleChoice; now: Date }) {
  if (!minimum || choice.type !== 'shared' || !isUndecided(minimum, choice.people)) return null;
  const text = minimumText(minimum, time_zone, 'guest', now);
  return (
    <Alert tone="warn">
      {text && (
        <p>
          <Fresh className="nums">{text}</Fresh>
        </p>
      )}
      <p className="font-semibold">
        <Trans>Please tell the guest before they pay.</Trans>
      </p>
    </Alert>
  );
}

const STEP =
  'grid size-[min(3.5rem,20vw)] flex-none cursor-pointer place-items-center rounded-lg border-2 border-line-strong hover:bg-surface-2 disabled:cursor-not-allowed disabled:opacity-50 [&>svg]:size-6';

/** Shows the number of people, the choice of private or shared, and the total. */
function Party({ sale, of }: { sale: SaleState; of: DockDeparture }) {
  const { t } = useLingui();
  const id = useId();
  const { choice, change } = sale;
  const { people, type, types, limits, total } = choice;
  const each = formatMoney(of.shared_price ?? 0, of.currency_symbol);
  const isPrivate = type === 'private';
  const count = plural(people, { one: '# person', other: '# people' });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {types.length > 1 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t`Type of booking`}</legend>
          {types.map((one) => (
            <label key={one} className="chip has-checked:border-accent has-checked:bg-accent-soft">
              <input
                type="radio"
                name={id}
                className="sr-only"
                checked={type === one}
                onChange={() => change({ bookingType: one })}
              />
              {one === 'private' ? t`Private` : t`Shared`}
            </label>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-x-[min(.75rem,2vw)] gap-y-2 border-y border-line py-2.5">
        <p className="min-w-0 flex-1 basis-24">
          <span id={`${id}-people`} className="block font-bold">
            <Trans>People</Trans>
          </span>
          <span className="nums text-sm text-ink-2 [overflow-wrap:normal]">
            {isPrivate ? t`The whole departure` : t`${each} each`}
          </span>
        </p>
        <button
          type="button"
          className={STEP}
          aria-label={t`Remove one person`}
          disabled={people <= limits.min}
          onClick={() => change({ people: people - 1 })}
        >
          <Minus aria-hidden="true" />
        </button>
        <output aria-labelledby={`${id}-people`} className="nums w-9 text-center text-2xl font-extrabold">
          {people}
        </output>
        <button
          type="button"
          className={STEP}
          aria-label={t`Add one person`}
          disabled={people >= limits.max}
          onClick={() => change({ people: people + 1 })}
        >
          <Plus aria-hidden="true" />
        </button>
      </div>
      <Missed choice={choice} />
      <div className="flex flex-wrap items-end justify-between gap-x-4" role="status">
        <p className="nums text-ink-2">{count}</p>
        <strong className="nums min-w-0 text-[min(3rem,13vw)] leading-none font-extrabold tracking-tight wrap-anywhere max-[22rem]:text-[min(2.25rem,13vw)]">
          {formatMoney(total, of.currency_symbol)}
        </strong>
      </div>
    </div>
  );
}

/** Says that the chosen seats or the signal are gone. The number of seats never falls without a message. */
function Missed({ choice: { missed, people } }: { choice: SaleChoice }) {
  const { t } = useLingui();
  const left = plural(people, { one: '# seat is left', other: '# seats are left' });
  const wanted = missed.people;
  if (wanted === null && !missed.private) return null;
  return (
    <Alert tone="warn">
      {missed.private && <p>{t`You chose a private departure. These are shared seats.`}</p>}
      {wanted !== null && <p className="nums">{t`You chose ${wanted} people. ${left}.`}</p>}
    </Alert>
  );
}
