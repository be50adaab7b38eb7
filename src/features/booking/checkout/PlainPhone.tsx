import { ChevronDown } from 'lucide-react';

/** Guatemala's, the default country of the field (spec part 2, section 9). */
const DEFAULT_CODE = '+502';

/** E.164 of what was typed: digits with a plus, under the default code where none was given; empty for the code alone. */
export function toE164(text: string): string {
  const digits = text.replace(/\D/g, '');
  const number = text.trim().startsWith('+') ? `+${digits}` : DEFAULT_CODE + digits;
  return number === DEFAULT_CODE || digits === '' ? '' : number;
}

export type PhoneProps = {
  id: string;
  /** E.164, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  disabled: boolean;
  describedBy: string | undefined;
  invalid: boolean;
};

/** The phone field before its library is there. It works: what is typed meanwhile counts. */
export function PlainPhone({ id, value, onChange, onBlur, disabled, describedBy, invalid }: PhoneProps) {
  return (
    <div className="input-group">
      <span className="addon" aria-hidden="true">
        GT
        <ChevronDown className="size-4 text-ink-2" />
      </span>
      <input
        id={id}
        type="tel"
        className="input nums"
        autoComplete="tel"
        value={value || DEFAULT_CODE}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onChange={(event) => onChange(toE164(event.target.value))}
      />
    </div>
  );
}
