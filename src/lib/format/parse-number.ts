import { numberFormat } from '@/lib/i18n/intl';
import { plainDigits } from './plain-digits';

const format = numberFormat({ useGrouping: true });
/** Returns the thousands separator of the reader's language, which is ',' in English and Guatemalan Spanish. */
const groupSeparator = () =>
  format()
    .formatToParts(12_345)
    .find(({ type }) => type === 'group')?.value;

const PLAIN = /^(?<whole>-?\d*)(?:[.,](?<decimals>\d*))?$/;
const GROUPED =
  /^(?<whole>-?[1-9]\d{0,2}(?<group>[.,\s])\d{3}(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<decimals>\d*))?$/;

/** Matches 'Q', 'GTQ', 'US$' or 'B/.' before a number. The other pattern matches a sign or code after it. */
const CURRENCY_BEFORE = /^(?:[Qq]|[A-Z]{1,3}(?:\/?\.)?)?\p{Sc}?\s*(?=[-\d.,])/u;
const CURRENCY_BEHIND = /\s*(?:\p{Sc}|Q|[A-Z]{3})$/u;

/**
 * Parses a number as people write it. '385.50' and '385,50' give 385.5, and '1,234.50', '1.234,50' and '1 234,50'
 * give 1234.5, even with a currency sign. Returns null for an empty text, and NaN if it isn't a number. A single
 * comma before three digits groups thousands if the language does so. A single point there is refused as ambiguous,
 * because no field takes three decimals.
 */
export function parseNumber(text: string): number | null {
  const typed = plainDigits(text).trim();
  if (typed === '') return null;
  const trimmed = typed.replace(CURRENCY_BEFORE, '').replace(CURRENCY_BEHIND, '');
  const plain = PLAIN.exec(trimmed);
  const grouped = GROUPED.exec(trimmed);
  const isEither = plain && grouped;
  if (isEither && grouped.groups?.group !== groupSeparator()) return Number.NaN;
  const { whole, decimals = '' } = (grouped ?? plain)?.groups ?? {};
  return whole === undefined ? Number.NaN : Number(`${whole.replaceAll(/[.,\s]/g, '')}.${decimals}`);
}
