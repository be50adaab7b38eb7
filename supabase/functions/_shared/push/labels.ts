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
  departureTouched: (state: 'closed' | 'delayed') => ({
    title: state === 'closed' ? i18n.t('The way is closed') : i18n.t('Delays on the way'),
    message: (title: string, date: string, departures: number) => {
      const what =
        departures > 1
          ? i18n.t('{departures} departures on {date}', { departures, date })
          : i18n.t('{title} on {date}', { title, date });
      return state === 'closed'
        ? i18n.t('{what}: the way is closed. See what has happened.', { what })
        : i18n.t('{what}: there are delays on the way. See what has happened.', { what });
    },
  }),
  goNoGo: {
    title: i18n.t('Does it take place?'),
    message: (
      title: string,
      date: string,
      sold: number,
      minimum: number,
      time: string,
      condition: 'closed' | 'delayed' | null,
    ) => {
      const question = i18n.t(
        '{title} on {date}: {sold} of {minimum} guests. Run it anyway, wait or cancel by {time}, else it is cancelled.',
        { title, date, sold, minimum, time },
      );
      if (condition === null) return question;
      return `${question} ${condition === 'closed' ? i18n.t('The way is closed.') : i18n.t('There are delays on the way.')}`;
    },
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
