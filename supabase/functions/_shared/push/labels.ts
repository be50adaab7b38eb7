import type { I18n } from '@lingui/core';

// What a push says, word for word as the bell says it (src/features/messaging/notifications/wordings); a test compares the two. Deno runs
// this as it is, so no macro, as in the letters (mail/labels.ts).

export const pushLabels = (i18n: I18n) => ({
  departureCancelled: {
    title: i18n.t('Departure cancelled'),
    message: (title: string, date: string, ended: boolean) =>
      ended
        ? i18n.t('{title} on {date} does not take place. Your booking has ended.', { title, date })
        : i18n.t('{title} on {date} does not take place. Please choose what happens.', { title, date }),
  },
  departureConfirmed: {
    title: i18n.t('Departure confirmed'),
    message: (title: string, date: string) => i18n.t('{title} on {date} takes place', { title, date }),
  },
  departureStopped: {
    title: i18n.t('Departure cancelled'),
    message: (title: string, date: string) => i18n.t('{title} on {date} does not take place', { title, date }),
  },
  goNoGo: {
    title: i18n.t('Does it take place?'),
    message: (title: string, date: string, sold: number, minimum: number, time: string) =>
      i18n.t(
        '{title} on {date}: {sold} of {minimum} guests. Run it anyway, wait or cancel by {time}, else it is cancelled.',
        { title, date, sold, minimum, time },
      ),
  },
  bookingMoved: {
    title: i18n.t('Booking moved'),
    message: (title: string, date: string) =>
      i18n.t('Your booking for {title} is on {date} now. Your ticket has a new code.', { title, date }),
  },
  seatsFree: {
    title: i18n.t('There are seats for you'),
    message: (people: number, title: string, date: string) =>
      i18n.t('{people, plural, one {# seat} other {# seats}} for {title} on {date}. Book before the time is over.', {
        people,
        title,
        date,
      }),
  },
  newBooking: {
    title: i18n.t('New booking'),
    message: (title: string, date: string, people: number) =>
      i18n.t('{title} on {date}: {count}', {
        title,
        date,
        count: i18n.t('{people, plural, one {# guest} other {# guests}}', { people }),
      }),
  },
  somebody: i18n.t('New message'),
});
