import { numberFormat } from '@/lib/i18n/intl';
import { plainDigits } from './plain-digits';

const format = numberFormat({ useGrouping: true });
/** The separator of thousands in the reader's language: ',' in English and in the Spanish of Guatemala. */
const groupSeparator = () =>
  format()
    .formatToParts(12_345)
    .find(({ type }) => type === 'group')?.value;

const PLAIN = /^(?<whole>-?\d*)(?:[.,](?<decimals>\d*))?$/;
const GROUPED =
  /^(?<whole>-?[1-9]\d{0,2}(?<group>[.,\s])\d{3}(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<decimals>\d*))?$/;

/** 'Q', 'GTQ', 'US$' or 'B/.' before a number; a sign or a code behind it. */
const CURRENCY_BEFORE = /^(?:[Qq]|[A-Z]{1,3}(?:\/?\.)?)?\p{Sc}?\s*(?=[-\d.,])/u;
const CURRENCY_BEHIND = /\s*(?:\p{Sc}|Q|[A-Z]{3})$/u;

/**
 * A number as people write it: '385.50' and '385,50' → 385.5, '1,234.50', '1.234,50' and '1 234,50' → 1234.5, also with the sign of a currency.
 * Null for nothing, NaN for what is no number. One point or comma before three digits may mean thousands or decimals: '1,234' is 1234 where the reader's
 * language groups thousands with a comma, and '1.234' is refused there, as no field takes three decimals.
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
