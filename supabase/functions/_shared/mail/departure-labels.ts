import type { I18n } from '@lingui/core';

/** Who gets the refund: the holder, another payer, or nobody if nothing was paid. */
export type RefundTo = 'holder' | 'payer' | 'nobody';
/** 'card' means that the card is only authorised and the hold is released. */
export type OfferRefundTo = RefundTo | 'card';

/** Returns the texts of the emails about a cancelled departure, and about the new ticket of a moved booking. */
export const departureLabels = (i18n: I18n) => ({
  subject: (title: string, date: string) => i18n.t('Departure cancelled: {title}, {date}', { title, date }),
  heading: i18n.t('Your trip has been cancelled'),
  intro: (title: string, refundTo: OfferRefundTo) =>
    refundTo === 'holder'
      ? i18n.t("We're sorry: {title} has been cancelled. Please choose another date or a refund.", { title })
      : refundTo === 'payer'
        ? i18n.t(
            "We're sorry: {title} has been cancelled. Please choose another date, or cancel your booking. If you cancel, the refund goes to the person who paid for this ticket.",
            { title },
          )
        : refundTo === 'card'
          ? i18n.t(
              "We're sorry: {title} has been cancelled. Please choose another date, or cancel your booking. We haven't charged your card, and we'll release the hold on it if you cancel.",
              { title },
            )
          : i18n.t("We're sorry: {title} has been cancelled. Please choose another date, or cancel your booking.", {
              title,
            }),
  preview: (refundTo: OfferRefundTo) =>
    refundTo === 'holder'
      ? i18n.t('Please choose another date or a refund.')
      : i18n.t('Please choose another date, or cancel your booking.'),
  reason: (reason: string): string => {
    switch (reason) {
      case 'weather':
        return i18n.t("The weather doesn't allow this trip.");
      case 'road':
        return i18n.t('The road or the river is closed.');
      case 'too_few':
        return i18n.t('Not enough people booked this trip.');
      case 'vehicle':
        return i18n.t("The vehicle or guide isn't available.");
      default:
        return i18n.t('The operator had to cancel this trip.');
    }
  },
  choose: i18n.t('See my options'),
  /** For guests who chose the refund, or had no choice. */
  ended: (title: string) => i18n.t("We're sorry: {title} has been cancelled.", { title }),
  paySubject: (title: string) => i18n.t('Pay the difference to change your trip: {title}', { title }),
  payPreview: i18n.t("We're holding the seats you chose until you pay."),
  toPay: (until: string) =>
    i18n.t(
      "Here's the change you asked for by phone. It costs more, so please pay the difference by card. We're holding the seats until {until}, local time, and we'll make the change once you've paid.",
      { until },
    ),
  unpaid: (moment: string) =>
    i18n.t(
      "If you don't pay by then, we won't make the change. You can use the button to see all your options until {moment}, local time.",
      { moment },
    ),
  difference: i18n.t('To pay'),
  pay: i18n.t('Pay the difference'),
  instead: i18n.t('Another date'),
  proposed: (title: string) =>
    i18n.t('The operator also suggests {title}. Use the button to see dates, times and the price difference.', {
      title,
    }),
  unanswered: (moment: string, amount: string | null, refundTo: OfferRefundTo) =>
    refundTo === 'payer'
      ? i18n.t(
          "If we don't hear from you by {moment}, local time, we'll refund the person who paid for this ticket in full.",
          {
            moment,
          },
        )
      : refundTo === 'card'
        ? i18n.t(
            "If we don't hear from you by {moment}, local time, we'll cancel your booking and release the hold on your card. You won't be charged.",
            { moment },
          )
        : amount
          ? i18n.t("If we don't hear from you by {moment}, local time, we'll refund {amount} to you automatically.", {
              amount,
              moment,
            })
          : i18n.t(
              "If we don't hear from you by {moment}, local time, we'll cancel your booking. There's nothing to pay.",
              {
                moment,
              },
            ),
  noAccount: i18n.t(
    "The button works without signing in, and only for this booking, so please don't forward this email.",
  ),
  moved: {
    subject: (title: string, date: string) => i18n.t('Your new ticket: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking has been moved'),
    another: (title: string, before: string) =>
      i18n.t('This is a different trip: {title} instead of {before}, which was cancelled.', { title, before }),
    elsewhere: (place: string, before: string) =>
      i18n.t('The trip starts at {place} instead of {before}.', { place, before }),
    intro: i18n.t(
      'Your seats on the new date are booked. The code below is your new ticket, and the old one no longer works.',
    ),
  },
});

/** Returns the texts of the email about a delay. */
export const delayLabels = (i18n: I18n) => ({
  subject: (title: string, expected: string | null, leaving: boolean) =>
    expected
      ? i18n.t('Running late: {title}, now at {expected}', { title, expected })
      : leaving
        ? i18n.t('Leaving now: {title}', { title })
        : i18n.t('On time again: {title}', { title }),
  heading: (late: boolean, leaving: boolean) =>
    late
      ? i18n.t('Your trip is running late')
      : leaving
        ? i18n.t('Your trip is leaving now')
        : i18n.t('Your trip is on time again'),
  late: (title: string, expected: string, time: string, minutes: number) =>
    i18n.t(
      '{title} is now expected at {expected} instead of {time}, {minutes, plural, one {# minute late} other {# minutes late}}.',
      { title, expected, time, minutes },
    ),
  onTime: (title: string, time: string) => i18n.t('{title} leaves at {time}, as planned.', { title, time }),
  leaving: (title: string) =>
    i18n.t('{title} is leaving now. Please come to the place shown below right away.', { title }),
  leavingForPickups: (title: string) => i18n.t('{title} is leaving now.', { title }),
  /** For guests of a ride who are picked up at their hotel. */
  pickup: (hotel: string, minutes: number) =>
    minutes > 0
      ? i18n.t(
          "We'll pick you up at {hotel}, {minutes, plural, one {# minute later} other {# minutes later}} than planned. Please wait there.",
          { hotel, minutes },
        )
      : i18n.t("We'll pick you up at {hotel}. Please wait there.", { hotel }),
  ticket: i18n.t("Your ticket stays as it is. We'll let you know if the time changes again."),
});
