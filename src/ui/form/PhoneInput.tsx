import { Trans, useLingui } from '@lingui/react/macro';
import type { CountryCode } from 'libphonenumber-js/min';
import metadata from 'libphonenumber-js/min/metadata';
import { ChevronDown } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import {
  formatPhoneNumberIntl,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumber,
} from 'react-phone-number-input/core';
import { afterPress } from '@/lib/hooks/after-press';
import { perLocale } from '@/lib/i18n/intl';
import { Button } from '@/ui/Button';
import { SelectOptions } from '@/ui/form/controls';
import { countryName } from '@/ui/media/Flag';
import { type PhoneReading, readPhone } from './read-phone';

export type PhoneProps = {
  id: string;
  /** The number in E.164, or ''. Text that can't be read has a leading space, which no rule accepts. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  disabled: boolean;
  /** The country that the field starts with: the person's if known, otherwise Guatemala. */
  origin?: string | null;
  describedBy: string | undefined;
  invalid: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

const DEFAULT_COUNTRY: CountryCode = 'GT';
const codeOf = (country: CountryCode): string => `+${getCountryCallingCode(country, metadata)}`;
const formatted = (number: string): string => formatPhoneNumberIntl(number, metadata) || number;

interface Typed {
  text: string;
  country: CountryCode;
}

/** Returns a number's country. Several countries share the codes +1 and +7; for these it returns `before`. */
function countryOf(number: string, before: CountryCode): CountryCode {
  const parsed = parsePhoneNumber(number, metadata);
  return !parsed?.country || `+${parsed.countryCallingCode}` === codeOf(before) ? before : parsed.country;
}

/**
 * Returns the country whose calling code the text begins with, even if the number is incomplete. Without a code,
 * returns `before`.
 */
function countryOfText(text: string, before: CountryCode): CountryCode {
  const digits = /^\s*\+\s*([\d\s().-]*)/.exec(text)?.[1]?.replace(/\D/g, '');
  if (!digits || `+${digits}`.startsWith(codeOf(before))) return before;
  const codes = Object.entries(metadata.country_calling_codes);
  return codes.find(([code]) => digits.startsWith(code))?.[1][0] ?? before;
}

function fromValue(value: string, country: CountryCode): Typed {
  if (!value.startsWith('+')) return { text: value.trim() || codeOf(country), country: countryOfText(value, country) };
  return { text: formatted(value), country: countryOf(value, country) };
}

const toValue = ({ text }: Typed, reading: PhoneReading): string =>
  reading.kind === 'number' ? reading.number : reading.kind === 'empty' ? '' : ` ${text.trim()}`;

/** Returns the same national digits with another country's code. */
function underCountry({ text, country }: Typed, next: CountryCode): Typed {
  const reading = readPhone(text, country);
  const shown = reading.kind === 'number' ? formatted(reading.number) : text;
  const code = reading.kind === 'number' ? codeOf(countryOf(reading.number, country)) : codeOf(country);
  const rest = shown.startsWith(code) ? shown.slice(code.length) : shown;
  return { text: `${codeOf(next)} ${rest.trim()}`.trim(), country: next };
}

interface CountrySelectProps {
  country: CountryCode;
  disabled: boolean;
  onChange: (country: CountryCode) => void;
}

const countryOptions = perLocale((locale) => {
  const { compare } = new Intl.Collator(locale);
  return getCountries(metadata)
    .map((value) => ({ value, name: countryName(value), label: `${countryName(value)} ${codeOf(value)}` }))
    .sort((a, b) => compare(a.name, b.name));
});

/** Shows a short text such as "GT" over a native select of all countries. */
function CountrySelect({ country, disabled, onChange }: CountrySelectProps) {
  const { t } = useLingui();
  return (
    <span className="addon relative has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus">
      <span aria-hidden="true">{country}</span>
      <ChevronDown aria-hidden="true" className="size-4 text-ink-2" />
      <select
        aria-label={t`Country of the phone number`}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0 outline-none"
        value={country}
        disabled={disabled}
        // The focus stays here, because keys also change the country of the closed list (WCAG 3.2.2).
        onChange={(event) => onChange(event.target.value as CountryCode)}
      >
        <SelectOptions options={countryOptions()} />
      </select>
    </span>
  );
}

interface QuestionProps {
  reading: PhoneReading;
  country: CountryCode;
  disabled: boolean;
  onTake: (number: string) => void;
}

/** Asks which number is meant if the text is ambiguous. */
function Question({ reading, country, disabled, onTake }: QuestionProps) {
  const { t } = useLingui();
  if (reading.kind !== 'question') {
    const name = countryName(country);
    return (
      <p className="text-ink-2">
        <Trans>
          This isn't a phone number in {name}. Check the digits, choose the country, or start with + and the country
          code.
        </Trans>
      </p>
    );
  }
  const [first = '', second] = reading.numbers.map(formatted);
  return (
    <>
      <p>{second ? t`Is this ${first} or ${second}?` : t`Is this ${first}?`}</p>
      <div className="flex flex-wrap gap-2">
        {reading.numbers.map((number) => (
          <Button key={number} size="sm" className="nums" disabled={disabled} onClick={() => onTake(number)}>
            {formatted(number)}
          </Button>
        ))}
      </div>
    </>
  );
}

/**
 * Edits an international number beside its country's calling code. It reformats the text only when the field loses the
 * focus, so that the cursor doesn't jump.
 */
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
  const home = getCountries(metadata).find((country) => country === origin) ?? DEFAULT_COUNTRY;
  const [typed, setTyped] = useState(() => fromValue(value, home));
  const [seen, setSeen] = useState(value);
  // True while the person types, so that no question appears yet.
  const [isTyping, setIsTyping] = useState(false);
  const reading = readPhone(typed.text, typed.country);
  if (value !== seen) {
    setSeen(value);
    if (value !== toValue(typed, reading)) setTyped(fromValue(value, typed.country));
  }

  // The text comes from the plain input or from a draft, and can be read now.
  const unread = value.startsWith(' ') ? toValue(typed, reading) : value;
  useEffect(() => {
    if (unread !== value) onChange(unread);
  }, [unread, value, onChange]);

  const change = (next: Typed) => {
    const read = readPhone(next.text, next.country);
    const isForeign = read.kind === 'number' && countryOf(read.number, next.country) !== next.country;
    setTyped(isForeign ? fromValue(read.number, next.country) : next);
    onChange(toValue(next, read));
  };
  const take = (number: string) => {
    setTyped(fromValue(number, typed.country));
    onChange(number);
  };
  const noteId = `${id}-reading`;
  const asks = !isTyping && (reading.kind === 'question' || reading.kind === 'unreadable');

  return (
    <>
      <div className="input-group">
        <CountrySelect
          country={typed.country}
          disabled={disabled}
          onChange={(next) => change(underCountry(typed, next))}
        />
        <input
          ref={inputRef}
          id={id}
          type="tel"
          className="input nums"
          autoComplete="tel"
          value={typed.text}
          disabled={disabled}
          aria-invalid={invalid || (asks && reading.kind === 'unreadable') || undefined}
          aria-describedby={[describedBy, asks && noteId].filter(Boolean).join(' ') || undefined}
          onChange={(event) => {
            const { inputType } = event.nativeEvent as InputEvent;
            setIsTyping(inputType === 'insertText' || /^delete/.test(inputType ?? ''));
            const text = event.target.value;
            change({ text, country: countryOfText(text, typed.country) });
          }}
          onBlur={() => {
            // Waits for the end of a click, because the question moves everything below it.
            afterPress(() => setIsTyping(false));
            if (reading.kind === 'number') setTyped(fromValue(reading.number, typed.country));
            if (reading.kind === 'empty') setTyped(fromValue('', typed.country));
            onBlur();
          }}
        />
      </div>
      <div id={noteId} role="status" className="grid gap-2 text-sm empty:hidden">
        {asks && <Question reading={reading} country={typed.country} onTake={take} disabled={disabled} />}
      </div>
    </>
  );
}
