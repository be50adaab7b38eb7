import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { dayName, formatTime, halvesOf } from '@/lib/format/dates';
import { cx } from '@/ui/cx';
import type { DockDeparture } from './queries';
import { keyOf, typesOf } from './rules';
import type { SaleState } from './use-sale';

export function DepartureChoice({ departures, sale }: { departures: readonly DockDeparture[]; sale: SaleState }) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="pb-2 font-bold">
        <Trans>Departure</Trans>
      </legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {departures.map((one) => (
          <Departure
            key={keyOf(one)}
            name={name}
            of={one}
            checked={sale.choice.of === one}
            onChoose={() => sale.chooseDeparture(keyOf(one))}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Departure({
  of,
  name,
  checked,
  onChoose,
}: {
  of: DockDeparture;
  name: string;
  checked: boolean;
  onChoose: () => void;
}) {
  const { t } = useLingui();
  const sells = typesOf(of).length > 0;
  const [clock, half] = of.start_time ? halvesOf(formatTime(of.start_time)) : [t`Any time`, ''];
  const day = dayName(of.service_date, of.time_zone);
  const left = of.closed
    ? t`Closed`
    : sells
      ? plural(of.available, { one: '# seat left', other: '# seats left' })
      : t`Full`;
  return (
    <label
      className={cx(
        'grid min-h-14 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-[min(.75rem,2vw)] rounded-md border px-[min(.875rem,3.5vw)] py-1.5',
        sells ? 'cursor-pointer border-line-strong' : 'cursor-not-allowed border-line bg-surface-2 text-ink-3',
        'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-focus',
      )}
    >
      <input type="radio" name={name} className="radio" checked={checked} disabled={!sells} onChange={onChoose} />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <b className="nums text-lg whitespace-nowrap">
          {clock} <small className="text-xs font-semibold">{half}</small>
        </b>
        <span className="fit-words">{[of.title, day === t`Today` ? null : day].filter(Boolean).join(', ')}</span>
        <em className="nums text-sm font-semibold not-italic">{left}</em>
      </span>
    </label>
  );
}
