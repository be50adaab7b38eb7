import type { I18n } from '@lingui/core';
import type { OfferRefundTo } from './departure-labels.ts';

/** Of a departure that needs a number of guests. What stands on its page and on its ticket has the same words. */
export const minimumLabels = (i18n: I18n) => ({
  undecided: (sold: number, minimum: number, moment: string, refundTo: OfferRefundTo) => {
    const otherwise = {
      holder: i18n.t('else your money back'),
      payer: i18n.t('else the money goes back to who paid'),
      card: i18n.t('else the card is not charged'),
      nobody: i18n.t('else there is nothing to pay'),
    }[refundTo];
    return i18n.t(
      'It is not decided yet whether it takes place. When this mail was sent: {sold} of {minimum} guests; decided on {moment}, local time, {otherwise}.',
      { sold, minimum, moment, otherwise },
    );
  },
  enough: i18n.t('It takes place: enough guests have booked.'),
  takesPlace: i18n.t('It takes place.'),
  ask: {
    subject: (sold: number, minimum: number, title: string, date: string) =>
      i18n.t('{sold} of {minimum} guests for {title} on {date}: does it take place?', { sold, minimum, title, date }),
    heading: i18n.t('Does it take place?'),
    count: (sold: number, minimum: number) =>
      i18n.t('When this mail was sent: {sold} of {minimum} guests.', { sold, minimum }),
    until: (moment: string) =>
      i18n.t(
        'Say by {moment}, local time, whether you run it anyway, wait two hours or cancel it. Without an answer it is cancelled then, and its guests choose another trip or their money.',
        { moment },
      ),
    action: i18n.t('Say whether it takes place'),
  },
  confirmed: {
    subject: (title: string, date: string) => i18n.t('It takes place: {title}, {date}', { title, date }),
    heading: i18n.t('Your trip takes place'),
    ticket: i18n.t('Your ticket stays as it is.'),
    charged: (amount: string) => i18n.t('Your card is charged now: {amount}.', { amount }),
    chargedPayer: i18n.t('The card of who paid for this ticket is charged now.'),
  },
});
