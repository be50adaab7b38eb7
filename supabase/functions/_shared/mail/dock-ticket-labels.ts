import type { I18n } from '@lingui/core';

/** Returns the texts of the email with a dock ticket. */
export const dockTicketLabels = (i18n: I18n) => ({
  subject: (title: string, date: string) => i18n.t('Your ticket: {title}, {date}', { title, date }),
  heading: i18n.t('Your ticket'),
  intro: i18n.t('Here is your ticket. Show the code below on your phone or on paper.'),
  open: i18n.t('Open the ticket'),
  footer: i18n.t(
    "You're getting this email because you gave us this address when you bought the ticket. We'll use it only for this ticket.",
  ),
});
