import type { I18n } from '@lingui/core';
import { conditionLabels } from './condition-labels.ts';
import { delayLabels, departureLabels } from './departure-labels.ts';
import { dockTicketLabels } from './dock-ticket-labels.ts';
import type { Formats } from './formats.ts';
import { minimumLabels } from './minimum-labels.ts';
import { payeeAccountLabels, payoutLabels, peopleLabels } from './people-labels.ts';
import { pickupLabels } from './pickup-labels.ts';
import { reminderLabels } from './reminder-labels.ts';
import { teamLabels, tomorrowLabels } from './team-labels.ts';
import { transferLabels } from './transfer-labels.ts';
import { waitlistLabels } from './waitlist-labels.ts';

// Returns all texts of the emails. English is here and in the files beside it, and other languages in
// src/locales/*/mails.po, by English text (`npm run messages`). Deno runs this directly without a macro, so each
// call has the whole message with named values.

export const labelsIn = (i18n: I18n, formats: Formats) => ({
  greeting: (name: string) => (name ? i18n.t('Hello {name},', { name }) : i18n.t('Hello,')),
  tagline: i18n.t('Territorio: local guides, boats and shuttles in Guatemala'),
  unsubscribe: i18n.t('Unsubscribe from these emails'),
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
  delay: delayLabels(i18n),
  pickup: pickupLabels(i18n),
  condition: conditionLabels(i18n),
  minimum: minimumLabels(i18n),
  reminder: reminderLabels(i18n),
  seatsFree: waitlistLabels(i18n),
  transfer: transferLabels(i18n),
  dockTicket: dockTicketLabels(i18n),
  paymentFailed: paymentFailedLabels(i18n),
  ...peopleLabels(i18n, formats),
  payout: payoutLabels(i18n),
  payeeAccount: payeeAccountLabels(i18n),
  team: teamLabels(i18n),
  tomorrow: tomorrowLabels(i18n, formats),
});
export type Labels = ReturnType<typeof labelsIn>;

const factLabels = (i18n: I18n) => ({
  booking: i18n.t('Booking'),
  territory: i18n.t('Region'),
  date: i18n.t('Date'),
  time: i18n.t('Time'),
  expected: i18n.t('Expected'),
  guests: i18n.t('Guests'),
  meetingPoint: i18n.t('Meeting point'),
  guide: i18n.t('Guide'),
  pickup: i18n.t('Pickup'),
  directions: i18n.t('Directions'),
  hotel: i18n.t('Your hotel'),
  total: i18n.t('Total'),
  payment: i18n.t('Payment'),
  cancelling: i18n.t('Cancellation'),
  refund: i18n.t('Refund'),
  paid: i18n.t('Paid'),
  refunded: i18n.t('Refunded'),
  paidInTotal: i18n.t('Total paid'),
  paidOn: i18n.t('Paid on'),
  reference: i18n.t('Reference'),
  statement: i18n.t('Statement'),
  bookings: i18n.t('Bookings'),
  reason: i18n.t('Reason'),
});

const actionLabels = (i18n: I18n) => ({
  bookings: i18n.t('View My Bookings'),
  answer: i18n.t('Read and reply'),
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

/** Why the reader gets the email. */
const footerLabels = (i18n: I18n) => ({
  accountDeleted: i18n.t("This is the last email you'll get from us. We'll delete your address after sending it."),
  booking: i18n.t("You're getting this email because of your booking."),
  review: i18n.t("You're getting this email because you took this trip. We only ask once."),
  waiting: i18n.t("You're getting this email because you're on a waitlist."),
  message: i18n.t("You're getting this email because someone sent you a message on Territorio."),
  roleDecided: i18n.t("You're getting this email because you asked for this role."),
  payout: i18n.t("You're getting this email because you were paid through Territorio."),
  payeeAccount: i18n.t(
    "You're getting this email because it protects your payouts, so you can't turn it off in your notifications.",
  ),
  team: (territory: string) =>
    i18n.t(
      "You're getting this email because you work with {territory}. You can choose your notifications in your profile.",
      {
        territory,
      },
    ),
  runner: i18n.t("You're getting this email because you guide, drive or manage this departure."),
  invite: i18n.t("If you weren't expecting this invitation, you can ignore it."),
  contact: i18n.t('This message was sent from the contact form. Your reply goes to the person who wrote it.'),
});

const bookingLabels = (i18n: I18n) => ({
  payment: {
    cash: i18n.t('In cash, at the meeting point'),
    cashPaid: i18n.t('Paid in cash'),
    card: (paid: boolean) => (paid ? i18n.t('Paid by card') : i18n.t('By card')),
    byOther: i18n.t('Someone else paid'),
    authorised: i18n.t("The amount is on hold on your card. We'll charge your card only if the trip goes ahead."),
  },
  /**
   * Describes the table of private.refund_steps in words. An unknown policy counts as the default, as it does
   * there.
   */
  cancelling: {
    unpaid: i18n.t("Free until the trip starts. You haven't paid anything yet."),
    undecided: (after: string) =>
      i18n.t('Free until we confirm that the trip is going ahead. After that: {after}', { after }),
    flexible: i18n.t('Free until 24 hours before the start'),
    moderate: i18n.t('Free until 3 days before the start, then a 50% refund until 24 hours before'),
    strict: i18n.t('50% refund until 7 days before the start, then no refund'),
  },
  ticket: {
    alt: i18n.t('QR code of your ticket'),
    caption: i18n.t('Show this code at the meeting point'),
    where: i18n.t('Your ticket'),
  },
  confirmed: {
    subject: (title: string, date: string) => i18n.t('Your booking: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking is confirmed'),
    /** Used while the departure isn't confirmed yet. */
    booked: i18n.t('Your seats are booked'),
    intro: i18n.t(
      'Your seats are booked, and this email is your ticket. Show the code below on your phone or on paper.',
    ),
    calendar: i18n.t('Open the attached file to add this trip to your calendar.'),
  },
  enlarged: {
    subject: (title: string, date: string) =>
      i18n.t('Your booking is now for more people: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking is now for more people'),
    intro: (people: number) =>
      i18n.t(
        '{people, plural, one {Your booking is now for # person. Your ticket stays the same.} other {Your booking is now for # people. Your ticket stays the same.}}',
        { people },
      ),
  },
  reduced: {
    subject: (title: string, date: string) =>
      i18n.t('Your booking is now for fewer people: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking is now for fewer people'),
    intro: (people: number) =>
      i18n.t(
        '{people, plural, one {Your booking is now for # person. Your ticket stays the same.} other {Your booking is now for # people. Your ticket stays the same.}}',
        { people },
      ),
  },
  changed: {
    subject: (title: string, date: string) => i18n.t('Your booking has changed: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking has changed'),
    intro: (territory: string) =>
      i18n.t("The {territory} team has changed your booking. If you weren't expecting this, please message them.", {
        territory,
      }),
    date: (from: string, to: string) => i18n.t('New date: {to} instead of {from}.', { from, to }),
    people: (from: number, to: number) =>
      i18n.t(
        '{to, plural, one {Your booking is now for # person instead of {from}.} other {Your booking is now for # people instead of {from}.}}',
        { from, to },
      ),
    contact: i18n.t("We've corrected your contact details."),
    hotel: (hotel: string | null) =>
      hotel
        ? i18n.t('Your hotel or pickup location is now {hotel}.', { hotel })
        : i18n.t("We've removed your hotel or pickup location."),
    names: i18n.t("We've corrected the names on the booking."),
    refund: (amount: string) =>
      i18n.t("We're refunding {amount} to your card. It can take 5 to 10 days to appear.", { amount }),
    refundCash: (amount: string) => i18n.t('The team has refunded {amount} in cash.', { amount }),
    cashPaid: (amount: string) => i18n.t('You paid {amount} more in cash.', { amount }),
    code: i18n.t('Your ticket keeps its number but has a new code, so old screenshots no longer work.'),
    pay: (title: string, date: string) => i18n.t('Pay to confirm the change: {title}, {date}', { title, date }),
    payHeading: i18n.t('Pay to confirm the change'),
    due: (territory: string, amount: string, until: string) =>
      i18n.t(
        "The {territory} team has prepared a change to your booking. It costs {amount} more. Please pay by {until}, local time. Your booking stays as it is until you've paid.",
        { territory, amount, until },
      ),
    trip: (title: string) => i18n.t('New trip: {title}.', { title }),
    plannedPeople: (from: number, to: number) =>
      i18n.t('{to, plural, one {For # person instead of {from}.} other {For # people instead of {from}.}}', {
        from,
        to,
      }),
    joining: (names: string) => i18n.t('Joining: {names}.', { names }),
    action: i18n.t('Review and pay'),
    keep: i18n.t(
      'If you don\'t want this change, choose "No, keep my booking" on that page, or do nothing. We won\'t charge you, and your booking stays as it is.',
    ),
    now: i18n.t('Your booking now:'),
  },
  lacksPassport: i18n.t(
    'This trip needs a passport photo, and your booking has none. Please add it in My Bookings, below your ticket.',
  ),
  withdrawn: {
    subject: (title: string, date: string) => i18n.t('Your booking stays as it is: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking stays as it is'),
    intro: (territory: string) =>
      i18n.t(
        'The {territory} team has withdrawn the change that we asked you to pay for. The payment link no longer works, and nothing was charged.',
        { territory },
      ),
    planned: i18n.t('The withdrawn change:'),
    stays: i18n.t('Your ticket below is still valid.'),
  },
  reinstated: {
    subject: (title: string, date: string) => i18n.t('Your booking is active again: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking is active again'),
    intro: (territory: string) =>
      i18n.t(
        "The {territory} team has reinstated your booking. You have your seats again, and the code below is your ticket. If you weren't expecting this, message them or cancel in My Bookings.",
        { territory },
      ),
    calledOff: (amount: string) => i18n.t("We've stopped the refund of {amount}, so your booking is paid.", { amount }),
    unpaid: (amount: string) =>
      i18n.t(
        "We refunded your earlier payment to your card, so this booking isn't paid yet. Please pay {amount} in cash when the trip starts.",
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
            'You went on {title} with {guide}. Your review helps other travellers choose, and tells your hosts what you enjoyed.',
            { title, guide },
          )
        : i18n.t(
            'You went on {title}. Your review helps other travellers choose, and tells your hosts what you enjoyed.',
            { title },
          ),
  },
});

/** Returns the texts about how a booking ended, and its refund. */
const endLabels = (i18n: I18n) => ({
  cancelled: {
    subject: (title: string, date: string) => i18n.t('Cancelled: {title}, {date}', { title, date }),
    heading: i18n.t('Your booking was cancelled'),
    byTourist: i18n.t("You cancelled this booking, and we've released your seats."),
    byTeam: (territory: string) =>
      i18n.t(
        "The {territory} team cancelled this booking. If you weren't expecting this, please message them from My Bookings.",
        { territory },
      ),
    byTeamWithoutAccount: (territory: string) =>
      i18n.t(
        "The {territory} team cancelled this booking. If you weren't expecting this, please ask where you booked.",
        { territory },
      ),
  },
  unpaid: {
    subject: (title: string, date: string) => i18n.t('Payment failed: {title}, {date}', { title, date }),
    heading: i18n.t("Your payment didn't go through"),
    intro: i18n.t(
      "We couldn't charge your card, so we cancelled the booking. You haven't paid anything, and you can book again at any time.",
    ),
  },
  money: {
    released: i18n.t('We never charged your card. Your bank will release the amount on hold within a few days.'),
    cardReturned: (amount: string) =>
      i18n.t("We're refunding {amount} to the card you paid with. It can take 5 to 10 days to appear.", { amount }),
    returnedBefore: (amount: string) =>
      i18n.t("We've already refunded {amount}. There's nothing more to refund.", { amount }),
    kept: i18n.t("Under this booking's cancellation policy, there is no refund."),
    cashReturned: (amount: string) => i18n.t('The team refunded you {amount} in cash.', { amount }),
    cashInPerson: i18n.t("You paid in cash, so you'll get your refund in person."),
    cashDue: (amount: string) =>
      i18n.t('You paid in cash. Please ask for your refund of {amount} where you paid.', { amount }),
    nothingPaid: i18n.t("You hadn't paid yet, so there's nothing to refund."),
  },
  refunded: {
    subject: (amount: string, title: string) => i18n.t('Refund of {amount}: {title}', { amount, title }),
    heading: (cash: boolean) => (cash ? i18n.t('Your refund') : i18n.t('Your refund is on its way')),
    intro: (amount: string, cash: boolean) =>
      cash
        ? i18n.t("We've recorded that you were refunded {amount} in cash.", { amount })
        : i18n.t("We've refunded {amount} to the card you paid with. It can take 5 to 10 days to appear.", {
            amount,
          }),
  },
});

const paymentFailedLabels = (i18n: I18n) => ({
  subject: (title: string) => i18n.t('Payment failed: {title}', { title }),
  heading: i18n.t("Your payment didn't go through"),
  declined: (until: string | null, territory: string) =>
    until
      ? i18n.t(
          "Your bank declined the card, and we haven't charged you. We're holding your seats until {until} ({territory} time). Please try again, or use another card.",
          { until, territory },
        )
      : i18n.t(
          "Your bank declined the card, and we haven't charged you. We've released your seats, but you can book again at any time.",
        ),
  returned: i18n.t(
    "Someone else booked the seats before your payment arrived, so we couldn't make your booking. If we charged your card, we'll refund you. This can take up to 10 days.",
  ),
  notChanged: i18n.t(
    "Your payment arrived too late for this change. Your booking is still as shown in My Bookings. If we charged your card, we'll refund you. This can take up to 10 days.",
  ),
  replaced: i18n.t(
    "Your booking was changed in another way before you paid, so we couldn't make this change. You can see your booking in My Bookings. If we charged your card, we'll refund you. This can take up to 10 days.",
  ),
  action: (held: boolean) => (held ? i18n.t('Try again') : i18n.t('Book again')),
});
