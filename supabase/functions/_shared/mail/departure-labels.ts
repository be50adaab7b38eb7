import type { I18n } from '@lingui/core';

/** The texts of the letter about a departure that does not take place. */
export const departureLabels = (i18n: I18n) => ({
  subject: (title: string) => i18n.t('Does not take place: {title}', { title }),
  heading: i18n.t('Your departure was cancelled'),
  intro: (title: string) =>
    i18n.t('{title} does not take place. We are sorry. Please choose another date, or your money back.', { title }),
  preview: i18n.t('Please choose another date, or your money back.'),
});
