import { nextMonth } from '@/lib/format/dates';
import { dateFormat } from '@/lib/i18n/intl';
import type { RevenueMonth } from './queries';
import type { Amounts } from './shares';

export interface Period extends Amounts {
  /** The month as '2026-10', or the year as '2026' if there are too many months for a chart. */
  key: string;
  label: string;
}

const MAX_MONTHS = 18;
const months = dateFormat({ month: 'short', timeZone: 'UTC' });
const PARTIES = ['operator', 'territory', 'app', 'partner'] as const;

function labelOf(key: string): string {
  if (key.length === 4) return key;
  const name = months().format(new Date(`${key}-01T00:00:00Z`));
  return key.endsWith('-01') ? `${name} ${key.slice(2, 4)}` : name;
}

function monthsBetween(first: string, last: string): string[] {
  const keys: string[] = [];
  for (let key = first; key <= last; key = nextMonth(key)) keys.push(key);
  return keys;
}

/**
 * Groups the rows of one currency by month without gaps, or by year if there are too many months. They add up to
 * the total.
 */
export function periodsOf(rows: readonly RevenueMonth[], currencyCode: string): Period[] {
  const own = rows.filter((row) => row.currency_code === currencyCode);
  const keys = own.map((row) => row.month.slice(0, 7)).sort();
  const [first, last] = [keys[0], keys.at(-1)];
  if (!first || !last) return [];
  const byMonth = monthsBetween(first, last);
  const length = byMonth.length > MAX_MONTHS ? 4 : 7;
  const periods = new Map<string, Period>();
  for (const month of byMonth) {
    const key = month.slice(0, length);
    if (!periods.has(key))
      periods.set(key, { key, label: labelOf(key), operator: 0, territory: 0, app: 0, partner: 0 });
  }
  for (const row of own) {
    const period = periods.get(row.month.slice(0, length));
    // We add in cents, because decimal fractions lose precision.
    for (const party of PARTIES) {
      if (period) period[party] = (Math.round(period[party] * 100) + Math.round(row[party] * 100)) / 100;
    }
  }
  return [...periods.values()];
}
