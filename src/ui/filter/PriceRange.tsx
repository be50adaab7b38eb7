import { Trans, useLingui } from '@lingui/react/macro';
import { formatMoney } from '@/lib/format/money';
import type { PriceRange as Range } from '@/lib/format/price-range';

interface Props extends Range {
  highest: number;
  currencySymbol: string;
  onChange: (range: Range) => void;
}

/** Formats an amount, without cents if they are zero, such as 'Q640'. */
const whole = (amount: number, symbol: string) => formatMoney(amount, symbol).replace(/\.00$/, '');

/** Shows two native sliders on one track. Native ones work with keyboard, touch and screen readers. */
export function PriceRange({ min, max, highest, currencySymbol, onChange }: Props) {
  const { t } = useLingui();
  const upper = max ?? highest;
  const from = whole(min, currencySymbol);
  const to = whole(upper, currencySymbol);
  const percent = (value: number) => `${(value / highest) * 100}%`;
  return (
    <fieldset>
      {/* A legend that floats is laid out like other elements, so the amounts can be beside it. */}
      <legend className="float-left text-sm font-semibold">
        <Trans>Price</Trans>
      </legend>
      <p className="nums text-right text-sm text-ink-2">
        {from} – {to}
      </p>
      <div className="slider mx-3 -mb-2">
        <span className="rail" />
        <span className="fill" style={{ left: percent(min), right: `${100 - (upper / highest) * 100}%` }} />
        <Slider
          label={t`Lowest price`}
          text={from}
          highest={highest}
          value={min}
          // If both knobs are at the right end, the lower one must be on top. Otherwise neither could be dragged.
          above={min > highest / 2}
          onChange={(value) => onChange({ min: Math.min(value, upper), max })}
        />
        <Slider
          label={t`Highest price`}
          text={to}
          highest={highest}
          value={upper}
          onChange={(value) => {
            const above = Math.max(value, min);
            onChange({ min, max: above < highest ? above : null });
          }}
        />
      </div>
    </fieldset>
  );
}

interface SliderProps {
  label: string;
  /** The value, for screen readers. */
  text: string;
  highest: number;
  value: number;
  /** True if this knob is on top. */
  above?: boolean;
  onChange: (value: number) => void;
}

function Slider({ label, text, highest, value, above = false, onChange }: SliderProps) {
  return (
    <input
      type="range"
      className="range"
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={highest}
      value={value}
      style={{ zIndex: above ? 2 : 1 }}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
