import type { I18n } from '@lingui/core';

/** Whose what was paid is: it goes back to the holder, or to somebody else who paid; or nothing was paid. */
export type RefundTo = 'holder' | 'payer' | 'nobody';
/** Or the card is only authorised: it is let go. */
export type OfferRefundTo = RefundTo | 'card';

/** The texts of the letters about a departure that does not take place, and of the new ticket of who has moved. */
export const departureLabels = (i18n: I18n) => ({
  subject: (title: string, date: string) => i18n.t('Does not take place: {title}, {date}', { title, date }),
  heading: i18n.t('Your departure was cancelled'),
  intro: (title: string, refundTo: OfferRefundTo) =>
    refundTo === 'holder'
      ? i18n.t('{title} does not take place. We are sorry. Please choose another date, or your money back.', { title })
      : refundTo === 'payer'
        ? i18n.t(
            '{title} does not take place. We are sorry. Please choose another date, or give the booking up: the money then goes back to who paid for this ticket.',
            { title },
          )
        : refundTo === 'card'
          ? i18n.t(
              '{title} does not take place. We are sorry. Please choose another date, or give the booking up: your card was only authorised, so nothing was charged, and it is let go.',
              { title },
            )
          : i18n.t('{title} does not take place. We are sorry. Please choose another date, or give the booking up.', {
              title,
            }),
  preview: (refundTo: OfferRefundTo) =>
    refundTo === 'holder'
      ? i18n.t('Please choose another date, or your money back.')
      : i18n.t('Please choose another date, or give the booking up.'),
  reason: (reason: string): string => {
    switch (reason) {
      case 'weather':
        return i18n.t('The weather does not allow it.');
      case 'road':
        return i18n.t('The road or the river is closed.');
      case 'too_few':
        return i18n.t('Too few guests have booked it.');
      case 'vehicle':
        return i18n.t('The vehicle or the guide is not available.');
      default:
        return i18n.t('The operator had to cancel it.');
    }
  },
  choose: i18n.t('Choose what happens'),
  /** To who chose the money, or could choose nothing any more. */
  ended: (title: string) => i18n.t('{title} does not take place. We are sorry.', { title }),
  paySubject: (title: string) => i18n.t('To pay before you are moved: {title}', { title }),
  payPreview: i18n.t('The seats that you chose are kept for you until it is paid.'),
  toPay: (until: string) =>
    i18n.t(
      'You chose what stands below on the telephone. It costs more: please pay the difference by card. The seats are kept for you until {until}, local time, and you are moved once it is paid.',
      { until },
    ),
  unpaid: (moment: string) =>
    i18n.t(
      'If it is not paid by then, you are not moved. The page behind the button has all that you can choose, until {moment}, local time.',
      { moment },
    ),
  difference: i18n.t('To pay'),
  pay: i18n.t('Pay the difference'),
  instead: i18n.t('Another date'),
  proposed: (title: string) =>
    i18n.t(
      'The operator also proposes {title} instead. The page behind the button shows its days and hours, and what it costs less or more.',
      { title },
    ),
  unanswered: (moment: string, amount: string | null, refundTo: OfferRefundTo) =>
    refundTo === 'payer'
      ? i18n.t(
          'Without an answer all of the money goes back by itself to who paid for this ticket, on {moment}, local time.',
          {
            moment,
          },
        )
      : refundTo === 'card'
        ? i18n.t(
            'Without an answer your booking ends on {moment}, local time, and your card is let go. Nothing is charged.',
            { moment },
          )
        : amount
          ? i18n.t('Without an answer {amount} goes back to you by itself on {moment}, local time.', { amount, moment })
          : i18n.t('Without an answer your booking ends on {moment}, local time. There is nothing to pay.', { moment }),
  noAccount: i18n.t(
    'The button works without logging in, and for this booking alone: please do not pass this mail on.',
  ),
  moved: {
    subject: (title: string, date: string) => i18n.t('Your new ticket: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking has moved'),
    another: (title: string, before: string) =>
      i18n.t('It is another trip: {title} instead of {before}, which does not take place.', { title, before }),
    elsewhere: (place: string, before: string) =>
      i18n.t('It begins at another place: {place}, and not at {before}.', { place, before }),
    intro: i18n.t(
      'Your places on the new date are yours. The code below is your new ticket: the old one is no longer valid.',
    ),
  },
});
