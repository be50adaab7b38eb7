import { useLingui } from '@lingui/react/macro';
import { calendarDate } from '@/lib/format/dates';
import { ChipChoice } from '@/ui/filter/ChipChoice';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';

/** How far ahead guests and the team can book, in days. */
const DAYS_AHEAD = 730;

interface Props {
  /** The day for which a guest books from elsewhere, or null for one at the dock. */
  date: string | null;
  onChange: (date: string | null) => void;
}

/** Chooses between a guest at the dock and one who books from elsewhere, for any day. */
export function SaleDay({ date, onChange }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid gap-4 pb-5">
      <ChipChoice
        label={t`Where is the guest?`}
        className="p-0! [&>.chip]:text-left [&>.chip]:whitespace-normal"
        options={[
          { value: 'dock', label: t`At the dock` },
          { value: 'away', label: t`By phone, or for another day` },
        ]}
        chosen={date === null ? 'dock' : 'away'}
        onChange={(where) => onChange(where === 'dock' ? null : (date ?? calendarDate()))}
      />
      {date !== null && (
        <Field label={t`Date`}>
          <Input
            type="date"
            required
            min={calendarDate()}
            max={calendarDate(undefined, DAYS_AHEAD)}
            // While a date is being typed it is empty or far away, and isn't asked for.
            defaultValue={date}
            onChange={({ target }) => target.validity.valid && onChange(target.value)}
          />
        </Field>
      )}
    </div>
  );
}
