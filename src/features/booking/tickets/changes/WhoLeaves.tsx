import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { FewerPeople } from './queries';

interface PassengersProps {
  names: FewerPeople['passengers'];
  /** The positions of the people who leave, starting at 1. */
  leaving: readonly number[];
  disabled: boolean;
  onChange: (leaving: number[]) => void;
}

/** Asks which of the named passengers aren't coming. */
export function LeavingPassengers({ names, leaving, disabled, onChange }: PassengersProps) {
  const { t } = useLingui();
  return (
    <fieldset className="grid min-w-0 gap-2" disabled={disabled}>
      <legend className="mb-2 font-bold">
        <Trans>Who isn't coming?</Trans>
      </legend>
      {names.map((name, index) => {
        const place = index + 1;
        const checked = leaving.includes(place);
        return (
          <label
            key={place}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-line-strong px-4 py-2 has-checked:border-ink has-checked:bg-surface-2 has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              className="size-5 flex-none accent-ink"
              checked={checked}
              onChange={() => onChange(checked ? leaving.filter((one) => one !== place) : [...leaving, place])}
            />
            <span className="min-w-0 wrap-anywhere">{name || t`Passenger ${place}`}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface NumberProps {
  choices: FewerPeople['choices'];
  chosen: number | undefined;
  disabled: boolean;
  onChange: (people: number) => void;
}

/** Asks how many people remain in a party without names. */
export function LeavingNumber({ choices, chosen, disabled, onChange }: NumberProps) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-bold">
        <Trans>How many people are coming?</Trans>
      </label>
      <select
        id={id}
        className="input select"
        value={chosen}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {choices.map(({ people }) => (
          <option key={people} value={people}>
            {plural(people, { one: '# person', other: '# people' })}
          </option>
        ))}
      </select>
    </div>
  );
}
