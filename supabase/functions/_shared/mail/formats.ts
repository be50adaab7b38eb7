/** A calendar date has no time zone: 'Saturday, December 5, 2026'. */
export function longDate(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date.slice(0, 10)}T00:00:00Z`),
  );
}

/** '2026-12-05' as 'Dec 5', for a subject. */
export function shortDate(date: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date.slice(0, 10)}T00:00:00Z`),
  );
}

/** '14:30:00' as '2:30 PM'. */
export function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** An instant as the clocks of a territory show it: '2:45 PM'. */
export function clockAt(instant: string, timeZone: string): string {
  return plainSpaces(new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(new Date(instant)));
}

/** An instant as a day of a territory: 'Saturday, December 5, 2026'. */
export function dayAt(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(new Date(instant));
}

/** Intl sets a narrow space before AM and PM, which some mail clients show as a box. */
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

const TWO_DECIMALS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 1351 as 'Q1,351.00' and -20 as '-Q20.00', in the symbol of its own currency; with two decimals always, as the screens write it. */
export function money(price: { currency_symbol: string }, amount: number): string {
  return `${amount < 0 ? '-' : ''}${price.currency_symbol}${TWO_DECIMALS.format(Math.abs(amount))}`;
}
