import type { I18n } from '@lingui/core';

/** The texts of the letter with a ticket that was sold at the dock. */
export const walkUpLabels = (i18n: I18n) => ({
  subject: (title: string, date: string) => i18n.t('Your ticket: {title}, {date}', { title, date }),
  heading: i18n.t('Your ticket'),
  intro: i18n.t('You bought this ticket where the trip begins. The code below works on the screen and on paper.'),
  open: i18n.t('Open the ticket'),
  footer: i18n.t(
    'You get this mail because this address was said when the ticket was bought. We write to it about this ticket alone.',
  ),
});
