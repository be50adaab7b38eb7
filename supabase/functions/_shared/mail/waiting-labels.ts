import type { I18n } from '@lingui/core';

/** The texts of the letter that offers free seats to who waits for them. */
export const waitingLabels = (i18n: I18n) => ({
  subject: (title: string, date: string) => i18n.t('Seats for you: {title}, {date}', { title, date }),
  heading: i18n.t('There are seats for you'),
  intro: (people: number) =>
    i18n.t(
      '{people, plural, one {The seat that you waited for is free.} other {The # seats that you waited for are free.}}',
      {
        people,
      },
    ),
  until: (moment: string) =>
    i18n.t('We keep them for you until {moment}, local time. After that they are offered to the next person.', {
      moment,
    }),
  action: i18n.t('Book these seats'),
  leave: i18n.t('You do not want them any more? Leave the waiting list in My Bookings, so that others need not wait.'),
});
