import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { formatMoney } from '@/lib/format/money';
import type { PriceRange as Range } from '@/lib/format/price-range';

interface Props extends Range {
  highest: number;
  currencySymbol: string;
  onChange: (range: Range) => void;
}

/** Whole amounts without their cents: 'Q640'. */
const whole = (amount: number, symbol: string) => formatMoney(amount, symbol).replace(/\.00$/, '');

/** Two native sliders on one rail, so that keys, touch and screen readers work as anywhere. */
export function PriceRange({ min, max, highest, currencySymbol, onChange }: Props) {
  const { t } = useLingui();
  const labelId = useId();
  const upper = max ?? highest;
  const from = whole(min, currencySymbol);
  const to = whole(upper, currencySymbol);
  const percent = (value: number) => `${(value / highest) * 100}%`;
  return (
    <fieldset aria-labelledby={labelId}>
      <div className="flex items-baseline justify-between text-sm">
        <span id={labelId} className="font-semibold">
          <Trans>Price</Trans>
        </span>
        <span className="nums text-ink-2">
          {from} – {to}
        </span>
      </div>
      <div className="slider mx-3 -mb-2">
        <span className="rail" />
        <span className="fill" style={{ left: percent(min), right: `${100 - (upper / highest) * 100}%` }} />
        <input
          type="range"
          className="range"
          aria-label={t`Lowest price`}
          aria-valuetext={from}
          min={0}
          max={highest}
          value={min}
          // With both knobs at the right end the lower one has to be the one that can be taken hold of.
          style={{ zIndex: min > highest / 2 ? 2 : 1 }}
          onChange={(event) => onChange({ min: Math.min(Number(event.target.value), upper), max })}
        />
        <input
          type="range"
          className="range"
          aria-label={t`Highest price`}
          aria-valuetext={to}
          min={0}
          max={highest}
          value={upper}
          style={{ zIndex: 1 }}
          onChange={(event) => {
            const value = Math.max(Number(event.target.value), min);
            onChange({ min, max: value < highest ? value : null });
          }}
        />
      </div>
    </fieldset>
  );
}
