import type { I18n } from '@lingui/core';
import type { Formats } from './formats.ts';

/** Returns the texts of a team's emails about bookings. */
export const teamLabels = (i18n: I18n) => ({
  subject: (made: number, cancelled: number, territory: string) => {
    if (cancelled === 0)
      return i18n.t('{territory}: {made, plural, one {# new booking} other {# new bookings}}', { territory, made });
    return made === 0
      ? i18n.t('{territory}: {cancelled, plural, one {# booking cancelled} other {# bookings cancelled}}', {
          territory,
          cancelled,
        })
      : i18n.t(
          '{territory}: {made, plural, one {# new booking} other {# new bookings}}, {cancelled, plural, one {# cancelled} other {# cancelled}}',
          { territory, made, cancelled },
        );
  },
  one: (title: string, date: string, cancelled: boolean) =>
    cancelled
      ? i18n.t('Cancelled by the guest: {title}, {date}', { title, date })
      : i18n.t('New booking: {title}, {date}', { title, date }),
  heading: (made: number, cancelled: number) => {
    if (made > 0 && cancelled > 0) return i18n.t('Bookings');
    return made > 0
      ? i18n.t('{made, plural, one {New booking} other {New bookings}}', { made })
      : i18n.t('{cancelled, plural, one {A booking was cancelled} other {Bookings were cancelled}}', { cancelled });
  },
  made: i18n.t('New'),
  cancelled: i18n.t('Cancelled by the guest'),
  line: (title: string, date: string, time: string | null | undefined, guests: string, total: string) =>
    time
      ? i18n.t('{title}, {date} at {time}, {guests}, {total}', { title, date, time, guests, total })
      : i18n.t('{title}, {date}, {guests}, {total}', { title, date, guests, total }),
  more: (n: number) => i18n.t('And {n, plural, one {# more booking} other {# more bookings}}.', { n }),
});

/** Returns the texts of the evening email about the next day. */
export const tomorrowLabels = (i18n: I18n, { list }: Formats) => ({
  subject: (day: string, territory: string, departures: number, guests: number) =>
    departures > 0
      ? i18n.t(
          'Tomorrow, {day}: {departures, plural, one {# departure} other {# departures}}, {guests, plural, one {# guest} other {# guests}} in {territory}',
          { day, departures, guests, territory },
        )
      : i18n.t('Tomorrow, {day}: no departures in {territory}', { day, territory }),
  heading: i18n.t('Tomorrow'),
  day: (day: string, territory: string) => i18n.t('{day}, {territory}', { day, territory }),
  nothing: i18n.t('No bookings on any departure yet.'),
  empty: (n: number) => i18n.t('{n, plural, one {# more departure} other {# more departures}} without guests.', { n }),
  unled: (n: number) =>
    i18n.t(
      '{n, plural, one {One departure needs a guide or a driver.} other {# departures need a guide or a driver.}}',
      { n },
    ),
  requests: (n: number) =>
    i18n.t('{n, plural, one {One role request needs your answer.} other {# role requests need your answer.}}', {
      n,
    }),
  anyTime: i18n.t('Any time'),
  seats: (guests: number, seats: number) => i18n.t('{guests} of {seats} seats', { guests, seats }),
  private: (guests: number) => i18n.t('private group, {guests, plural, one {# guest} other {# guests}}', { guests }),
  missing: (kind: string) => (kind === 'transport' ? i18n.t('NO DRIVER') : i18n.t('NO GUIDE')),
  someMissing: (kind: string) =>
    kind === 'transport' ? i18n.t('some guests without a driver') : i18n.t('some guests without a guide'),
  collect: (sums: string[]) => i18n.t('{amounts} to collect in cash', { amounts: list(sums) }),
});
