import type { I18n } from '@lingui/core';

// Returns the texts of a pass. Deno runs this directly without a macro, as in mail/labels.ts.

export const walletLabels = (i18n: I18n) => ({
  description: (title: string) => i18n.t('Ticket: {title}', { title }),
  date: i18n.t('Date'),
  time: i18n.t('Time'),
  anyTime: i18n.t('Any time'),
  people: i18n.t('People'),
  place: i18n.t('Meeting point'),
  pickup: i18n.t('Pickup location'),
  directions: i18n.t('Directions'),
  bring: i18n.t('What to bring'),
  status: i18n.t('Status'),
  state: {
    valid: i18n.t('Valid'),
    cancelled: i18n.t('Cancelled'),
    given: i18n.t('Transferred to someone else'),
  },
  bookings: i18n.t('My Bookings'),
});
