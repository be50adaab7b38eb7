import type { I18n } from '@lingui/core';

// Returns the texts of push notifications, which are identical to those in the app
// (src/features/messaging/notifications/wordings). A test compares them. Deno runs this directly without a macro,
// as in mail/labels.ts.

export const pushLabels = (i18n: I18n) => ({
  departureCancelled: {
    title: i18n.t('Departure cancelled'),
    message: (title: string, date: string, ended: boolean) =>
      ended
        ? i18n.t('{title} on {date} has been cancelled, and so has your booking.', { title, date })
        : i18n.t('{title} on {date} has been cancelled. See your options.', { title, date }),
  },
  departureConfirmed: {
    title: i18n.t('Departure confirmed'),
    message: (title: string, date: string) => i18n.t('{title} on {date} is going ahead', { title, date }),
  },
  departureLate: (minutes: number, leaving: boolean) => ({
    title: minutes > 0 ? i18n.t('Running late') : leaving ? i18n.t('Leaving now') : i18n.t('On time again'),
    message: (title: string, time: string) =>
      minutes > 0
        ? i18n.t('{title} is now expected at {time}, {minutes, plural, one {# minute late} other {# minutes late}}', {
            title,
            time,
            minutes,
          })
        : leaving
          ? i18n.t('{title} is leaving now', { title })
          : i18n.t('{title} leaves at {time}, as planned', { title, time }),
  }),
  pickupChanged: {
    title: i18n.t('Pickup time changed'),
    message: (title: string, date: string, time: string | null, before: string | null) => {
      if (!time) return i18n.t('{title} on {date}: your driver will agree the pickup time with you', { title, date });
      return before
        ? i18n.t('{title} on {date}: pickup at about {time} instead of {before}', { title, date, time, before })
        : i18n.t('{title} on {date}: pickup at about {time}', { title, date, time });
    },
  },
  departureStopped: {
    title: i18n.t('Departure cancelled'),
    message: (title: string, date: string) => i18n.t('{title} on {date} has been cancelled', { title, date }),
  },
  departureTouched: (state: 'closed' | 'delayed') => ({
    title: state === 'closed' ? i18n.t('The route is closed') : i18n.t('Delays on the route'),
    message: (title: string, date: string, departures: number) => {
      const what =
        departures > 1
          ? i18n.t('{departures} departures on {date}', { departures, date })
          : i18n.t('{title} on {date}', { title, date });
      return state === 'closed'
        ? i18n.t('{what}: the route is closed. See the details.', { what })
        : i18n.t('{what}: delays on the route. See the details.', { what });
    },
  }),
  goNoGo: {
    title: i18n.t('Should this departure go ahead?'),
    message: (
      title: string,
      date: string,
      sold: number,
      minimum: number,
      time: string,
      condition: 'closed' | 'delayed' | null,
    ) => {
      const question = i18n.t(
        "{title} on {date} has {sold} of {minimum} guests. Confirm, wait or cancel by {time}, or we'll cancel it.",
        { title, date, sold, minimum, time },
      );
      if (condition === null) return question;
      return `${question} ${condition === 'closed' ? i18n.t('The route is closed.') : i18n.t('There are delays on the route.')}`;
    },
  },
  bookingMoved: {
    title: i18n.t('Booking moved'),
    message: (title: string, date: string) =>
      i18n.t('Your booking for {title} is now on {date}. Your ticket has a new code.', { title, date }),
  },
  seatsFree: {
    title: i18n.t('Seats are available for you'),
    message: (people: number, title: string, date: string) =>
      i18n.t('{people, plural, one {# seat} other {# seats}} for {title} on {date}. Book before your time runs out.', {
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
