import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { isPhone } from '@/lib/format/phone-number';
import { plainDigits } from '@/lib/format/plain-digits';

export type PhoneReading =
  | { kind: 'empty' }
  /** A valid number in E.164. */
  | { kind: 'number'; number: string }
  /** Only the person knows which of these numbers is meant. */
  | { kind: 'question'; numbers: string[] }
  | { kind: 'unreadable' };

const UNREADABLE: PhoneReading = { kind: 'unreadable' };

/** Returns the number in a chat or call link, or null for any other text. Numbers in chat links are international. */
function ofLink(text: string): string | null {
  if (/wa\.me\/|whatsapp\.com\/|whatsapp:\/\//i.test(text)) {
    const digits = /(?:wa\.me\/|[?&]phone=)(?:\+|%2B|\s)*(\d[\d\s.-]*)/i.exec(text)?.[1];
    return digits ? `+${digits}` : '';
  }
  const call = /tel:([^;?]*)(?:.*;phone-context=(\+\d+))?/i.exec(text);
  if (!call) return null;
  const number = (call[1] ?? '').replaceAll('%20', ' ').replace(/%2B/i, '+');
  return call[2] && !number.includes('+') ? call[2] + number : number;
}

/** Obsolete formats: Mexico's 1 and 044, and Argentina's 9 combined with 15. */
const FORMER: readonly [RegExp, string][] = [
  [/^\+52(?:1|04[45])(?=\d{10}$)/, '+52'],
  [/^\+549(?=\d{2,4}15\d{6,8}$)/, '+54'],
];

/** Service numbers. No person has one, so such digits are more likely a foreign number without its plus. */
const OF_SERVICES: Partial<Record<CountryCode, RegExp>> = { GT: /^1/ };

const possible = (number: PhoneNumber | undefined): PhoneNumber | undefined =>
  number && !number.ext && isPhone(number.number) && number.isPossible() ? number : undefined;

/**
 * Returns the number that a text means, by its own calling code or in `country`. Returns undefined if no such number
 * can exist.
 */
function parse(text: string, country?: CountryCode): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false });
  if (possible(parsed)?.isValid()) return parsed;
  const former = FORMER.find(([form]) => parsed && form.test(parsed.number));
  const today = former && parsed && parsePhoneNumberFromString(parsed.number.replace(...former));
  return possible(today) ?? possible(parsed);
}

/** Returns whether someone typed the field's calling code again. */
const repeatsCode = (number: PhoneNumber, country: CountryCode): boolean =>
  number.countryCallingCode === getCountryCallingCode(country);

/** Reads a number that was typed after the field's code and has no calling code of its own. */
function readNational(digits: string, country: CountryCode): PhoneReading {
  const own = parse(digits, country);
  const isOwn = own?.isValid() && !OF_SERVICES[country]?.test(own.nationalNumber);
  const other = parse(`+${digits}`);
  if (!other?.isValid()) return own ? { kind: 'number', number: own.number } : UNREADABLE;
  if (own && isOwn && (own.number === other.number || !repeatsCode(other, country)))
    return { kind: 'number', number: own.number };
  if (!isOwn && repeatsCode(other, country)) return { kind: 'number', number: other.number };
  return { kind: 'question', numbers: [other.number, ...(own ? [own.number] : [])] };
}

const readInternational = (text: string): PhoneReading => {
  const number = parse(text)?.number;
  return number ? { kind: 'number', number } : UNREADABLE;
};

/**
 * Reads a number that someone typed, pasted or autofilled beside the calling code of `country`. It accepts plus or 00,
 * spaces, dashes, brackets, chat and call links, digits of other scripts and obsolete formats. The app has no other
 * parser.
 */
export function readPhone(typed: string, country: CountryCode): PhoneReading {
  const text = plainDigits(typed.normalize('NFKC')).trim();
  const code = `+${getCountryCallingCode(country)}`;
  const link = ofLink(text);
  if (link === '') return UNREADABLE;
  // Ignores a label before the number, such as "Tel.". Other text makes the number unreadable.
  const compact = (link ?? text.replace(/^\p{L}[^\d+]*(?=[\d+])/u, '')).replace(/[\s()[\]./_\p{Pd}]/gu, '');
  if (code.startsWith(compact)) return { kind: 'empty' };
  if (!/^[\d+]+$/.test(compact)) return UNREADABLE;

  const last = compact.lastIndexOf('+');
  const before = compact.slice(0, last);
  if (last > 0 && before !== code) {
    // Someone may have pasted one number after another.
    const numbers = [before, compact.slice(last)].flatMap((part) => {
      const reading = readPhone(part, country);
      return reading.kind === 'number' ? [reading.number] : [];
    });
    return numbers.length === 2 ? { kind: 'question', numbers } : UNREADABLE;
  }
  const number = compact.slice(Math.max(0, last));
  const national = number.startsWith(code) ? number.slice(code.length) : number;
  if (national.startsWith('+')) return readInternational(national);
  if (national.startsWith('00') && parse(`+${national.slice(2)}`)) return readInternational(`+${national.slice(2)}`);
  return readNational(national, country);
}
