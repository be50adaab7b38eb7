/**
 * Replaces narrow and non-breaking spaces from Intl ('2:30 PM', '2:30 p. m.'), which some email programs show as a
 * box.
 */
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** Calendar dates and times of day have no time zone, so both are written as stored. */
const dateOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
const timeOf = (time: string): Date => new Date(`1970-01-01T${time.slice(0, 8)}Z`);

/** Returns the formats of dates, times, amounts and lists in a language ('en-US', 'es-GT'). */
export function formatsIn(locale: string) {
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (value: Date): string => plainSpaces(format.format(value));
  };
  const long = date({ dateStyle: 'full', timeZone: 'UTC' });
  const short = date({ month: 'short', day: 'numeric', timeZone: 'UTC' });
  const near = date({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
  const hour = date({ timeStyle: 'short', timeZone: 'UTC' });
  const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' });
  const clock = (time: string) => hour(timeOf(time));
  const day = (date: string) => near(dateOf(date));
  return {
    /** Returns for example 'Saturday, December 5, 2026'. */
    longDate: (day: string) => long(dateOf(day)),
    /** Returns for example 'Dec 5', for a subject. */
    shortDate: (day: string) => short(dateOf(day)),
    /** Returns for example 'Sat, Dec 5', for a date in the near future. */
    day,
    /** Returns '2:30 PM' for '14:30:00'. */
    clock,
    /** Returns '11:50 PM' for '2026-12-04T23:50:00' if the trip is on that date, and otherwise '11:50 PM, Fri, Dec 4'. */
    clockOn: (local: string, date: string) =>
      [clock(local.slice(11)), ...(local.startsWith(date) ? [] : [day(local.slice(0, 10))])].join(', '),
    /** Returns an instant's time in a territory, such as '2:45 PM'. */
    clockAt: (instant: string, timeZone: string) => date({ timeStyle: 'short', timeZone })(new Date(instant)),
    /** Returns an instant's date in a territory, such as 'Saturday, December 5, 2026'. */
    dayAt: (instant: string, timeZone: string) => date({ dateStyle: 'full', timeZone })(new Date(instant)),
    /** Returns a deadline in a territory: its time, and its date if that isn't today. */
    deadlineAt: (instant: string, timeZone: string, now = new Date()) => {
      const dayAt = date({ dateStyle: 'full', timeZone });
      const at = new Date(instant);
      const time = date({ timeStyle: 'short', timeZone })(at);
      return dayAt(at) === dayAt(now) ? time : `${dayAt(at)}, ${time}`;
    },
    /**
     * Returns 'Q1,351.00' for 1351 and '-Q20.00' for -20, with the currency's symbol and always two decimals, like
     * the screens.
     */
    money: (price: { currency_symbol: string }, amount: number) =>
      `${amount < 0 ? '-' : ''}${price.currency_symbol}${decimals.format(Math.abs(amount))}`,
    /** Returns for example 'Marta, Elmer, and Ana'. */
    list: (items: string[]) => conjunction.format(items),
  };
}
export type Formats = ReturnType<typeof formatsIn>;
