import type { I18n } from '@lingui/core';

/** Returns the texts of the reminders, on the evening before and two hours before early departures. */
export const reminderLabels = (i18n: I18n) => ({
  evening: {
    subject: (title: string, time: string | null) =>
      time ? i18n.t('Tomorrow: {title}, {time}', { title, time }) : i18n.t('Tomorrow: {title}', { title }),
    heading: i18n.t('Your trip is tomorrow'),
    intro: (time: string | null, territory: string) =>
      time
        ? i18n.t("Your trip starts tomorrow at {time}, {territory} time. Here's everything you need.", {
            time,
            territory,
          })
        : i18n.t("Your trip is tomorrow. Here's everything you need."),
  },
  soon: {
    subject: (title: string, time: string | null) => i18n.t('Starts soon: {title}, {time}', { title, time }),
    heading: i18n.t('Your trip starts soon'),
    intro: (time: string | null, territory: string) =>
      i18n.t('Your trip starts at {time}, {territory} time.', { time, territory }),
  },
  bring: i18n.t('What to bring'),
  bringAlso: i18n.t('Also bring'),
  ticket: i18n.t('your ticket'),
  passport: i18n.t('your passport'),
  cash: (amount: string) => i18n.t('{amount} in cash', { amount }),
  whatsapp: i18n.t('WhatsApp'),
  write: i18n.t('Message the operator'),
  footer: i18n.t(
    "You're getting this email because you have a booking. You can choose your reminders in your profile.",
  ),
});
