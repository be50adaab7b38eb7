import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, CreditCard, Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/use-now';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Checkbox } from '@/ui/form/controls';
import { DepartureChoice } from './DepartureChoice';
import { GuestFields, WaiverField } from './GuestFields';
import type { DockDeparture } from './queries';
import { boards } from './rules';
import { type SaleChoice, type SaleEnd, useSale, useSaleChoice } from './use-sale';

interface Props {
  userId: string;
  departures: readonly DockDeparture[];
  end: SaleEnd;
}

/** A sale on one screen: the next departure with seats, two people and cash are chosen before anything is touched. */
export function SellForm({ userId, departures, end }: Props) {
  const { t } = useLingui();
  const now = useNow();
  const choice = useSaleChoice(departures);
  const sale = useSale(userId, choice, end);
  const failure = useFailureText(sale.sell.error);
  const { of, total } = choice;
  const sum = formatMoney(total, of?.currency_symbol);
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        sale.submit('cash');
      }}
    >
      <DepartureChoice departures={departures} choice={choice} />
      {of && choice.type && (
        <>
          <Party choice={choice} of={of} />
          {!end.keep && <GuestFields sale={sale} />}
          <div className="grid gap-2">
            {of.passport_required && (
              <Alert tone="info">
                <Trans>This trip needs a passport: look at it here. No photo is kept.</Trans>
              </Alert>
            )}
            {boards(of, now) && (
              <Checkbox
                label={<Trans>They are here already: check them in</Trans>}
                checked={sale.guest.arrived}
                onChange={(event) => sale.change({ arrived: event.target.checked })}
              />
            )}
            <WaiverField sale={sale} />
          </div>
          <div className="grid gap-3">
            {sale.sell.error && <Alert tone="danger">{failure}</Alert>}
            <Button
              type="submit"
              variant="primary"
              size="lg"
              block
              className="nums min-h-16! text-xl!"
              busy={sale.sell.isPending && sale.sell.variables.method === 'cash'}
              icon={<Banknote aria-hidden="true" />}
            >
              {t`Take ${sum} in cash`}
            </Button>
            {!end.keep && (
              <Button
                size="lg"
                block
                busy={sale.sell.isPending && sale.sell.variables.method === 'card'}
                icon={<CreditCard aria-hidden="true" />}
                onClick={() => sale.submit('card')}
              >
                <Trans>They pay by card on their phone</Trans>
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  );
}

const STEP =
  'grid size-[min(3.5rem,20vw)] flex-none cursor-pointer place-items-center rounded-lg border-2 border-line-strong hover:bg-surface-2 disabled:cursor-not-allowed disabled:opacity-50 [&>svg]:size-6';

/** How many, alone or with others, and what it comes to. */
function Party({ choice, of }: { choice: SaleChoice; of: DockDeparture }) {
  const { t } = useLingui();
  const id = useId();
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
                onChange={() => choice.setType(one)}
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
          <span className="nums text-sm text-ink-2">{isPrivate ? t`The whole departure` : t`${each} each`}</span>
        </p>
        <button
          type="button"
          className={STEP}
          aria-label={t`One person less`}
          disabled={people <= limits.min}
          onClick={() => choice.setPeople(people - 1)}
        >
          <Minus aria-hidden="true" />
        </button>
        <output aria-labelledby={`${id}-people`} className="nums w-9 text-center text-2xl font-extrabold">
          {people}
        </output>
        <button
          type="button"
          className={STEP}
          aria-label={t`One person more`}
          disabled={people >= limits.max}
          onClick={() => choice.setPeople(people + 1)}
        >
          <Plus aria-hidden="true" />
        </button>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4" role="status">
        <p className="nums text-ink-2">{count}</p>
        <strong className="nums min-w-0 text-[min(3rem,13vw)] leading-none font-extrabold tracking-tight wrap-anywhere max-[22rem]:text-[min(2.25rem,13vw)]">
          {formatMoney(total, of.currency_symbol)}
        </strong>
      </div>
    </div>
  );
}
