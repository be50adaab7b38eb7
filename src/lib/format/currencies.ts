import { displayNames } from '@/lib/i18n/intl';
import { capitalized } from './sentence.ts';

/** The currencies that the database allows. */
export const CURRENCIES = [
  ['USD', '$'],
  ['GTQ', 'Q'],
  ['EUR', '€'],
  ['GBP', '£'],
  ['MXN', '$'],
  ['CAD', '$'],
  ['AUD', '$'],
  ['JPY', '¥'],
  ['CNY', '¥'],
  ['BRL', 'R$'],
  ['ARS', '$'],
  ['COP', '$'],
  ['PEN', 'S/'],
  ['CLP', '$'],
  ['BOB', 'Bs'],
] as const;

const names = displayNames({ type: 'currency' });

/** Returns for example 'Guatemalan Quetzal (GTQ, Q)' for each currency. */
export const currencyOptions = () =>
  CURRENCIES.map(([code, symbol]) => ({
    value: code,
    label: `${capitalized(names().of(code) ?? code)} (${code}, ${symbol})`,
  }));
