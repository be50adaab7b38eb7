import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';

interface NumberProps {
  fewest: number;
  most: number;
  chosen: number;
  disabled: boolean;
  onChange: (people: number) => void;
}

/** Asks how many people join. */
export function JoiningNumber({ fewest, most, chosen, disabled, onChange }: NumberProps) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-bold">
        <Trans>How many more people are coming?</Trans>
      </label>
      <select
        id={id}
        className="input select"
        value={chosen}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {Array.from({ length: most - fewest + 1 }, (_, n) => fewest + n).map((people) => (
          <option key={people} value={people}>
            {plural(people, { one: '# person', other: '# people' })}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NamesProps {
  names: readonly string[];
  /** The position of the first added person among the passengers. */
  first: number;
  /** True if the button was pressed while a name was missing. */
  pressed: boolean;
  disabled: boolean;
  onChange: (names: string[]) => void;
}

/** Asks for the names of added passengers, which transport needs. */
export function JoiningNames({ names, first, pressed, disabled, onChange }: NamesProps) {
  const { t } = useLingui();
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 font-bold">
        <Trans>Who's joining?</Trans>
      </legend>
      {names.map((name, index) => {
        const number = first + index;
        return (
          <Field
            key={number}
            label={t`Full name of passenger ${number}`}
            error={pressed && name.trim() === '' ? t`Please enter their name` : undefined}
          >
            <Input
              value={name}
              maxLength={120}
              disabled={disabled}
              aria-required
              autoComplete="off"
              onChange={(event) => onChange(names.with(index, event.target.value))}
            />
          </Field>
        );
      })}
    </fieldset>
  );
}
