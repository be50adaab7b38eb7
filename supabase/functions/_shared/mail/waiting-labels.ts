import type { I18n } from '@lingui/core';

/** Returns the texts of the email that offers seats to a person on the waitlist. */
export const waitingLabels = (i18n: I18n) => ({
  subject: (title: string, date: string) => i18n.t('Good news, seats are available: {title}, {date}', { title, date }),
  heading: i18n.t('Seats have opened up for you'),
  intro: (people: number) =>
    i18n.t(
      '{people, plural, one {The seat you were waiting for is available.} other {The # seats you were waiting for are available.}}',
      {
        people,
      },
    ),
  until: (moment: string) =>
    i18n.t(
      "We're holding them for you until {moment}, local time. After that, we'll offer them to the next person on the waitlist.",
      {
        moment,
      },
    ),
  action: i18n.t('Book these seats'),
  leave: i18n.t('No longer need them? Leave the waitlist in My Bookings so the next person gets a chance.'),
});
