/** Intl uses narrow and non-breaking spaces ('2:30 PM', '2:30 p. m.'), which some email programs show as a box. */
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** Calendar dates and times of day have no zone: both are written as stored. */
const dateOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
const timeOf = (time: string): Date => new Date(`1970-01-01T${time.slice(0, 8)}Z`);

/** Formats of dates, times, amounts and lists in a language: 'en-US', 'es-GT'. */
export function formatsIn(locale: string) {
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (value: Date): string => plainSpaces(format.format(value));
  };
  const long = date({ dateStyle: 'full', timeZone: 'UTC' });
  const short = date({ month: 'short', day: 'numeric', timeZone: 'UTC' });
  const hour = date({ timeStyle: 'short', timeZone: 'UTC' });
  const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    /** 'Saturday, December 5, 2026'. */
    longDate: (day: string) => long(dateOf(day)),
    /** 'Dec 5', for a subject. */
    shortDate: (day: string) => short(dateOf(day)),
    /** '14:30:00' as '2:30 PM'. */
    clock: (time: string) => hour(timeOf(time)),
    /** An instant's time in a territory: '2:45 PM'. */
    clockAt: (instant: string, timeZone: string) => date({ timeStyle: 'short', timeZone })(new Date(instant)),
    /** An instant's date in a territory: 'Saturday, December 5, 2026'. */
    dayAt: (instant: string, timeZone: string) => date({ dateStyle: 'full', timeZone })(new Date(instant)),
    /**
     * 1351 as 'Q1,351.00' and -20 as '-Q20.00', with its currency's symbol and always two decimals, like the screens.
     */
    money: (price: { currency_symbol: string }, amount: number) =>
      `${amount < 0 ? '-' : ''}${price.currency_symbol}${decimals.format(Math.abs(amount))}`,
    /** 'Marta, Elmer, and Ana'. */
    list: (items: string[]) => conjunction.format(items),
  };
}
export type Formats = ReturnType<typeof formatsIn>;
