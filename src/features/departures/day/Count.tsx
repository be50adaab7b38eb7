import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatMoney } from '@/lib/format/money';
import { Fresh } from '@/ui/Fresh';
import type { Departure } from './queries';

interface Props {
  departure: Pick<Departure, 'people' | 'arrived' | 'unpaid' | 'to_collect' | 'currency_symbol'>;
}

/** Shows the arrived people and the cash due, even while the card is closed. */
export function Count({ departure }: Props) {
  const { t } = useLingui();
  const { people, arrived, unpaid, to_collect } = departure;
  const amount = formatMoney(to_collect, departure.currency_symbol);
  const pending = plural(unpaid, { one: '# payment pending', other: '# payments pending' });
  return (
    <div className="sticky top-[calc(4rem+var(--unstick))] z-10 border-y border-line bg-surface px-4 pt-2 pb-3 lg:top-[calc(4.5rem+var(--unstick))]">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="nums text-2xl font-extrabold">
          <Fresh>{t`${arrived} of ${people} here`}</Fresh>
        </strong>
        {(to_collect > 0 || unpaid > 0) && (
          <strong className="nums text-warn-text">
            <Fresh>{to_collect > 0 ? t`${amount} to collect` : pending}</Fresh>
          </strong>
        )}
      </p>
      <span
        aria-hidden="true"
        className="mt-1 block h-2.5 overflow-hidden rounded-full bg-surface-3 inset-ring-1 inset-ring-line-strong"
      >
        <span
          className="block h-full rounded-full bg-selva-500 transition-[width] motion-reduce:transition-none"
          style={{ width: `${people > 0 ? (100 * arrived) / people : 0}%` }}
        />
      </span>
    </div>
  );
}
