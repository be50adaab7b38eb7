import type { I18n } from '@lingui/core';
import type { OfferRefundTo } from './departure-labels.ts';

/** Returns the texts about a departure with a minimum, in the same words as on its page and ticket. */
export const minimumLabels = (i18n: I18n) => ({
  undecided: (sold: number, minimum: number, moment: string, refundTo: OfferRefundTo) => {
    const otherwise = {
      holder: i18n.t("if not, you'll get a full refund"),
      payer: i18n.t('if not, the person who paid gets a full refund'),
      card: i18n.t("if not, we won't charge the card"),
      nobody: i18n.t("if not, there's nothing to pay"),
    }[refundTo];
    return i18n.t(
      "This trip needs {minimum} guests to go ahead, and {sold} had booked when we sent this email. We'll confirm by {moment}, local time; {otherwise}.",
      { sold, minimum, moment, otherwise },
    );
  },
  enough: i18n.t("It's going ahead, because enough guests have booked."),
  takesPlace: i18n.t("It's going ahead."),
  ask: {
    subject: (sold: number, minimum: number, title: string, date: string) =>
      i18n.t('{sold} of {minimum} guests for {title} on {date}. Should it go ahead?', { sold, minimum, title, date }),
    heading: i18n.t('Should this departure go ahead?'),
    count: (sold: number, minimum: number) =>
      i18n.t('When we sent this email, {sold} of {minimum} guests had booked.', { sold, minimum }),
    until: (moment: string) =>
      i18n.t(
        "Please decide by {moment}, local time. You can confirm the departure, wait two more hours or cancel. If we don't hear from you, we'll cancel the departure, and guests can choose another trip or a refund.",
        { moment },
      ),
    action: i18n.t('Decide now'),
  },
  confirmed: {
    subject: (title: string, date: string) => i18n.t('Going ahead: {title}, {date}', { title, date }),
    heading: i18n.t('Your trip is going ahead'),
    ticket: i18n.t('Your ticket stays as it is.'),
    charged: (amount: string) => i18n.t("We're now charging {amount} to your card.", { amount }),
    chargedPayer: i18n.t("We're now charging the card of the person who paid for this ticket."),
  },
});
