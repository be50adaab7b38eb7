import type { I18n } from '@lingui/core';
import { conditionLabels } from './condition-labels.ts';
import { departureLabels } from './departure-labels.ts';
import type { Formats } from './formats.ts';
import { minimumLabels } from './minimum-labels.ts';
import { payoutLabels, peopleLabels } from './people-labels.ts';
import { reminderLabels } from './reminder-labels.ts';
import { teamLabels, tomorrowLabels } from './team-labels.ts';
import { transferLabels } from './transfer-labels.ts';
import { waitingLabels } from './waiting-labels.ts';
import { walkUpLabels } from './walk-up-labels.ts';

// Every text of the mails. English stands here and in the two files beside it; the other languages stand in src/locales/*/mails.po, under
// the English text (`npm run messages`). Deno runs this as it is, so no macro: the whole message, and its values by name.

export const labelsIn = (i18n: I18n, formats: Formats) => ({
  greeting: (name: string) => (name ? i18n.t('Hello {name},', { name }) : i18n.t('Hello,')),
  tagline: i18n.t('Territorio, local guides and rides in Guatemala'),
  unsubscribe: i18n.t('Stop these e-mails'),
  people: (n: number) => i18n.t('{n, plural, one {# guest} other {# guests}}', { n }),
  guests: (n: number, type: string) =>
    type === 'private' ? i18n.t('{n} (private)', { n }) : i18n.t('{n} (shared)', { n }),
  preview: (date: string, time: string | null | undefined, territory: string) =>
    time
      ? i18n.t('{date} at {time}, {territory}', { date, time, territory })
      : i18n.t('{date}, {territory}', { date, territory }),
  fact: factLabels(i18n),
  action: actionLabels(i18n),
  role: roleLabels(i18n),
  footer: footerLabels(i18n),
  ...bookingLabels(i18n),
  ...endLabels(i18n),
  departureOffer: departureLabels(i18n),
  condition: conditionLabels(i18n),
  minimum: minimumLabels(i18n),
  reminder: reminderLabels(i18n),
  seatsFree: waitingLabels(i18n),
  transfer: transferLabels(i18n),
  walkUp: walkUpLabels(i18n),
  paymentFailed: paymentFailedLabels(i18n),
  ...peopleLabels(i18n, formats),
  payout: payoutLabels(i18n),
  team: teamLabels(i18n),
  tomorrow: tomorrowLabels(i18n, formats),
});
export type Labels = ReturnType<typeof labelsIn>;

const factLabels = (i18n: I18n) => ({
  booking: i18n.t('Booking'),
  territory: i18n.t('Region'),
  date: i18n.t('Date'),
  time: i18n.t('Time'),
  guests: i18n.t('Guests'),
  meetingPoint: i18n.t('Meeting point'),
  guide: i18n.t('Guide'),
  pickup: i18n.t('Pickup'),
  directions: i18n.t('Directions'),
  hotel: i18n.t('Your hotel'),
  total: i18n.t('Total'),
  payment: i18n.t('Payment'),
  cancelling: i18n.t('Cancelling'),
  refund: i18n.t('Refund'),
  paid: i18n.t('Paid'),
  refunded: i18n.t('Refunded'),
  paidInTotal: i18n.t('You paid in total'),
  paidOn: i18n.t('Paid on'),
  reference: i18n.t('Reference'),
  statement: i18n.t('Statement'),
  bookings: i18n.t('Bookings'),
  reason: i18n.t('Reason'),
});

const actionLabels = (i18n: I18n) => ({
  bookings: i18n.t('View My Bookings'),
  answer: i18n.t('Read and answer'),
  accept: i18n.t('Accept the invitation'),
  work: i18n.t('Open your pages'),
  profile: i18n.t('Open your profile'),
  statement: i18n.t('See the statement'),
  review: i18n.t('Write a review'),
  territoryBookings: i18n.t('See the bookings'),
  day: i18n.t('See the day'),
  requests: i18n.t('See the requests'),
});

const roleLabels = (i18n: I18n): Record<string, string> => ({
  admin: i18n.t('admin'),
  territory_manager: i18n.t('region manager'),
  territory_staff: i18n.t('region staff'),
  tour_guide: i18n.t('tour guide'),
  travel_partner: i18n.t('travel partner'),
  shuttle_manager: i18n.t('shuttle manager'),
  shuttle_driver: i18n.t('shuttle driver'),
  tourist: i18n.t('tourist'),
});

/** Why the reader gets the mail. */
const footerLabels = (i18n: I18n) => ({
  accountDeleted: i18n.t('This is our last mail: your address is forgotten once it has left.'),
  booking: i18n.t('You get this mail because of your booking.'),
  review: i18n.t('You get this mail because you were there. We ask once.'),
  waiting: i18n.t('You get this mail because you are on a waiting list.'),
  message: i18n.t('You get this mail because somebody wrote to you on Territorio.'),
  roleDecided: i18n.t('You get this mail because you asked for this role.'),
  payout: i18n.t('You get this mail because you were paid through Territorio.'),
  team: (territory: string) =>
    i18n.t('You get this mail because you work for {territory}. What you hear of is chosen in your profile.', {
      territory,
    }),
  runner: i18n.t('You get this mail because you lead, drive or look after this departure.'),
  invite: i18n.t('If you did not expect this invitation, you can ignore it.'),
  contact: i18n.t('Sent with the contact form. Your answer goes to the person who wrote.'),
});

const bookingLabels = (i18n: I18n) => ({
  payment: {
    cash: i18n.t('In cash, at the meeting point'),
    cashPaid: i18n.t('Paid in cash'),
    card: (paid: boolean) => (paid ? i18n.t('Paid by card') : i18n.t('By card')),
    byOther: i18n.t('Paid by somebody else'),
    authorised: i18n.t('Card authorised, charged when it is certain that the trip takes place'),
  },
  /** The table of private.refund_steps in words; a policy that is not known counts as the usual one, as there. */
  cancelling: {
    unpaid: i18n.t('Free until the start: you have paid nothing yet'),
    undecided: (after: string) =>
      i18n.t('Free until it is decided whether the trip takes place. After that: {after}', { after }),
    flexible: i18n.t('Free until 24 hours before the start'),
    moderate: i18n.t('Free until 3 days before the start, half back until 24 hours before'),
    strict: i18n.t('Half back until 7 days before the start, nothing after that'),
  },
  ticket: {
    alt: i18n.t('QR code of your ticket'),
    caption: i18n.t('Show this code at the meeting point'),
    where: i18n.t('Your ticket'),
  },
  confirmed: {
    subject: (title: string, date: string) => i18n.t('Your booking: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking is confirmed'),
    /** It is not decided yet whether the trip takes place. */
    booked: i18n.t('Your seats are booked'),
    intro: i18n.t('Your places are yours. This mail is your ticket: the code below works on the screen and on paper.'),
    calendar: i18n.t('The attached file puts the booking into your calendar.'),
  },
  enlarged: {
    subject: (title: string, date: string) => i18n.t('More people: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking is for more people now'),
    intro: (people: number) =>
      i18n.t(
        '{people, plural, one {It is for # person now. Your ticket stays the same.} other {It is for # people now. Your ticket stays the same.}}',
        { people },
      ),
  },
  reduced: {
    subject: (title: string, date: string) => i18n.t('Fewer people: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking is for fewer people now'),
    intro: (people: number) =>
      i18n.t(
        '{people, plural, one {It is for # person now. Your ticket stays the same.} other {It is for # people now. Your ticket stays the same.}}',
        { people },
      ),
  },
  reinstated: {
    subject: (title: string, date: string) => i18n.t('Your booking stands again: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking stands again'),
    intro: (territory: string) =>
      i18n.t(
        'The team of {territory} brought this booking back: your places are yours again, and the code below is your ticket. If you did not expect that, write to them or cancel it in My Bookings.',
        { territory },
      ),
    calledOff: (amount: string) =>
      i18n.t('The refund of {amount} does not take place: your booking is paid.', { amount }),
    unpaid: (amount: string) =>
      i18n.t(
        'What you had paid went back to your card: nothing is paid. Please pay {amount} in cash where it begins.',
        { amount },
      ),
  },
  review: {
    subject: (title: string) => i18n.t('How was {title}?', { title }),
    heading: i18n.t('How was it?'),
    thanks: (territory: string) => i18n.t('Thank you for travelling in {territory}.', { territory }),
    intro: (title: string, guide: string | null | undefined) =>
      guide
        ? i18n.t(
            'You took part in {title} with {guide}. A few words help the next traveller choose, and tell the people who took you along what to keep.',
            { title, guide },
          )
        : i18n.t(
            'You took part in {title}. A few words help the next traveller choose, and tell the people who took you along what to keep.',
            { title },
          ),
  },
});

/** How a booking ended, and what became of its money. */
const endLabels = (i18n: I18n) => ({
  cancelled: {
    subject: (title: string, date: string) => i18n.t('Cancelled: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking was cancelled'),
    intro: (byTourist: boolean, territory: string) =>
      byTourist
        ? i18n.t('You cancelled this booking. Your places are back on sale.')
        : i18n.t(
            'The team of {territory} cancelled this booking. If you did not expect that, write to them from My Bookings.',
            { territory },
          ),
  },
  unpaid: {
    subject: (title: string, date: string) => i18n.t('Payment failed: {title}, {date}', { title, date }),
    heading: i18n.t('Your payment did not go through'),
    intro: i18n.t(
      'The card could not be charged, so the booking was cancelled and nothing was taken. You can book again at any time.',
    ),
  },
  money: {
    released: i18n.t('Your card was never charged. The bank lets the reserved amount go within a few days.'),
    cardReturned: (amount: string) =>
      i18n.t('{amount} goes back to the card that you paid with. Banks take 5 to 10 days to show it.', { amount }),
    returnedBefore: (amount: string) => i18n.t('{amount} went back before. Nothing more is due.', { amount }),
    kept: i18n.t('By the cancellation terms of this booking, nothing of the price goes back.'),
    cashReturned: (amount: string) => i18n.t('{amount} was given back to you in cash.', { amount }),
    cashInPerson: i18n.t('You paid in cash: what is due to you is given back in person.'),
    cashDue: (amount: string) =>
      i18n.t('You paid in cash: ask for your {amount} where you paid, it is given back to you in person.', { amount }),
    nothingPaid: i18n.t('You had not paid yet, so nothing has to go back.'),
  },
  refunded: {
    subject: (amount: string, title: string) => i18n.t('Refund of {amount}: {title}', { amount, title }),
    heading: (cash: boolean) => (cash ? i18n.t('Your refund') : i18n.t('Your refund is on its way')),
    intro: (amount: string, cash: boolean) =>
      cash
        ? i18n.t('We wrote down that {amount} was given back to you in cash.', { amount })
        : i18n.t('We returned {amount} to the card that you paid with. Banks take 5 to 10 days to show it.', {
            amount,
          }),
  },
});

const paymentFailedLabels = (i18n: I18n) => ({
  subject: (title: string) => i18n.t('Payment failed: {title}', { title }),
  heading: i18n.t('Your payment did not go through'),
  declined: (until: string | null, territory: string) =>
    until
      ? i18n.t(
          'Your card was declined and nothing was charged. Your places are held until {until} ({territory} time): try again, or use another card.',
          { until, territory },
        )
      : i18n.t(
          'Your card was declined and nothing was charged. Your places went back on sale; you can book again at any time.',
        ),
  returned: i18n.t(
    'The places were no longer there when your payment arrived, so there is no booking. Whatever was charged goes back to your card; banks take up to 10 days to show it.',
  ),
  notChanged: i18n.t(
    'What you paid for could not be changed any more when your payment arrived: your booking is as My Bookings shows it. Whatever was charged goes back to your card; banks take up to 10 days to show it.',
  ),
  action: (held: boolean) => (held ? i18n.t('Try again') : i18n.t('Book again')),
});
