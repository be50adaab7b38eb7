import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { statusClass } from '@/ui/Badge';
import { cx } from '@/ui/cx';
import { SelectOptions } from '@/ui/form/controls';

interface Props {
  /** Names the booking or row whose status it is. */
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  look: string;
  busy?: boolean;
}

/** On most systems these keys change the value of a closed select. */
const chooses = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !altKey && !ctrlKey && !metaKey && (/^(Arrow|Page|Home$|End$)/.test(key) || (key.length === 1 && key !== ' '));

/**
 * A choice is saved at once and may move money. So that no option is chosen by merely passing it, the arrow keys
 * open the list and Enter chooses.
 */
function onKeyDown(event: KeyboardEvent<HTMLSelectElement>) {
  if (!chooses(event)) return;
  event.preventDefault();
  event.currentTarget.showPicker?.();
}

/** Shows a status badge that is a native select. */
export function PillSelect({ label, value, options, onChange, look, busy = false }: Props) {
  return (
    <span className={cx('relative inline-flex max-w-full rounded-full', statusClass(look))}>
      <select
        aria-label={label}
        aria-busy={busy || undefined}
        // A disabled select would lose the keyboard focus.
        aria-disabled={busy || undefined}
        value={value}
        onKeyDown={onKeyDown}
        onChange={(event) => !busy && onChange(event.target.value)}
        className="field-sizing-content min-h-8 min-w-0 text-ellipsis cursor-pointer appearance-none rounded-full bg-transparent py-1 pr-8 pl-3 text-xs font-semibold pointer-coarse:min-h-11 aria-disabled:cursor-progress [&>option]:bg-surface [&>option]:text-ink"
      >
        <SelectOptions options={options} />
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2"
      />
    </span>
  );
}
