import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { type ChangeEvent, type ComponentPropsWithRef, type Ref, useState } from 'react';
import PhoneNumberInput, {
  type Country,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
} from 'react-phone-number-input/min';
import { currentLanguage } from '@/lib/i18n/i18n';
import { SelectOptions } from '@/ui/form/controls';
import { countryName } from '@/ui/media/Flag';
import { wholeNumber } from './whole-number';

export type PhoneProps = {
  id: string;
  /** E.164, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  disabled: boolean;
  /** The country whose code stands there at first: that of the person, else Guatemala. */
  origin?: string | null;
  describedBy: string | undefined;
  invalid: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

type SelectProps = {
  value?: Country;
  onChange: (value?: Country) => void;
  options: { value?: Country; label: string }[];
  disabled?: boolean;
};

/** A native select under a short text: "GT" and its arrow; the list says the country's name and code. */
function CountrySelect({ value, onChange, options, disabled }: SelectProps) {
  const { t } = useLingui();
  return (
    <span className="addon relative has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus">
      <span aria-hidden="true">{value ?? '–'}</span>
      <ChevronDown aria-hidden="true" className="size-4 text-ink-2" />
      <select
        aria-label={t`Country of the phone number`}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0 outline-none"
        value={value ?? ''}
        disabled={disabled}
        onChange={(event) => onChange((event.target.value || undefined) as Country | undefined)}
      >
        <SelectOptions
          options={options.flatMap(({ value, label }) =>
            value ? [{ value, label: `${label} +${getCountryCallingCode(value)}` }] : [],
          )}
        />
      </select>
    </span>
  );
}

type NumberInputProps = ComponentPropsWithRef<'input'> & {
  callingCode: string;
  onWholeNumber: (number: string) => void;
};

/** The library takes a pasted or filled-in number for digits under the calling code; one of another country brings its own. */
function NumberInput({ callingCode, onWholeNumber, onChange, ...input }: NumberInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const whole = wholeNumber(event.target.value, callingCode);
    if (whole) onWholeNumber(whole);
    else onChange?.(event);
  };
  return <input {...input} onChange={change} />;
}

/** The library brings the names in English. */
const labels = (): Partial<Record<Country, string>> =>
  Object.fromEntries(getCountries().map((country) => [country, countryName(country)]));

/** An international number whose calling code stands fixed before it. The value is E.164. */
export default function PhoneInput({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  origin,
  describedBy,
  invalid,
  inputRef,
}: PhoneProps) {
  const home: Country = origin && isSupportedCountry(origin) ? origin : 'GT';
  const [country, setCountry] = useState<Country | undefined>(home);
  return (
    <PhoneNumberInput
      // The library's type says the component, its code gives the input.
      ref={inputRef as never}
      id={id}
      className="input-group"
      international
      countryCallingCodeEditable={false}
      defaultCountry={home}
      countrySelectComponent={CountrySelect}
      labels={labels()}
      locales={currentLanguage().locale}
      // A letter or an arrow on the closed list changes the country; the focus stays there (WCAG 3.2.2).
      focusInputOnCountrySelection={false}
      inputComponent={NumberInput}
      {...(value ? { value } : {})}
      onChange={(next) => onChange(next ?? '')}
      onCountryChange={setCountry}
      onBlur={onBlur}
      disabled={disabled}
      autoComplete="tel"
      numberInputProps={{
        className: 'input nums',
        'aria-describedby': describedBy,
        'aria-invalid': invalid || undefined,
        callingCode: country ? getCountryCallingCode(country) : '',
        onWholeNumber: onChange,
      }}
    />
  );
}
