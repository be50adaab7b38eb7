/** Every text of the mails, in one place. */

const list = (items: string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(items);
/** '1 guest', '12 guests'. */
const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

export const labels = {
  greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  people: (n: number) => count(n, 'guest'),
  guests: (n: number, type: string) => `${n} (${type})`,
  preview: (date: string, time: string | null | undefined, territory: string) =>
    [time ? `${date} at ${time}` : date, territory].join(', '),

  fact: {
    booking: 'Booking',
    territory: 'Region',
    date: 'Date',
    time: 'Time',
    guests: 'Guests',
    meetingPoint: 'Meeting point',
    guide: 'Guide',
    pickup: 'Pickup',
    directions: 'Directions',
    hotel: 'Your hotel',
    total: 'Total',
    payment: 'Payment',
    cancelling: 'Cancelling',
    refund: 'Refund',
    refunded: 'Refunded',
    paidOn: 'Paid on',
    reference: 'Reference',
    statement: 'Statement',
    bookings: 'Bookings',
    reason: 'Reason',
  },
  action: {
    bookings: 'View My Bookings',
    answer: 'Read and answer',
    accept: 'Accept the invitation',
    work: 'Open your pages',
    profile: 'Open your profile',
    statement: 'See the statement',
    review: 'Write a review',
    territoryBookings: 'See the bookings',
    day: 'See the day',
    requests: 'See the requests',
  },
  payment: {
    cash: 'In cash, at the meeting point',
    cashPaid: 'Paid in cash',
    card: (paid: boolean) => (paid ? 'Paid by card' : 'By card'),
  },
  /** The table of private.refund_steps in words; a policy that is not known counts as the usual one, as there. */
  cancelling: {
    unpaid: 'Free until the start: you have paid nothing yet',
    flexible: 'Free until 24 hours before the start',
    moderate: 'Free until 3 days before the start, half back until 24 hours before',
    strict: 'Half back until 7 days before the start, nothing after that',
  },
  ticket: {
    alt: 'QR code of your ticket',
    caption: 'Show this code at the meeting point',
    where: 'Your ticket',
  },

  confirmed: {
    subject: (title: string, date: string) => `Your booking: ${title}, ${date}`,
    heading: 'Your booking is confirmed',
    intro: 'Your places are yours. This mail is your ticket: the code below works on the screen and on paper.',
    calendar: 'The attached file puts the booking into your calendar.',
  },
  reinstated: {
    subject: (title: string, date: string) => `Your booking stands again: ${title}, ${date}`,
    heading: 'Your booking stands again',
    intro: (territory: string) =>
      `The team of ${territory} brought this booking back: your places are yours again, and the code below is your ticket. If you did not expect that, write to them or cancel it in My Bookings.`,
    calledOff: (amount: string) => `The refund of ${amount} does not take place: your booking is paid.`,
    unpaid: (amount: string) =>
      `What you had paid went back to your card: nothing is paid. Please pay ${amount} in cash where it begins.`,
  },
  cancelled: {
    subject: (title: string, date: string) => `Cancelled: ${title}, ${date}`,
    heading: 'Your booking was cancelled',
    intro: (byTourist: boolean, territory: string) =>
      byTourist
        ? 'You cancelled this booking. Your places are back on sale.'
        : `The team of ${territory} cancelled this booking. If you did not expect that, write to them from My Bookings.`,
  },
  unpaid: {
    subject: (title: string, date: string) => `Payment failed: ${title}, ${date}`,
    heading: 'Your payment did not go through',
    intro:
      'The card could not be charged, so the booking was cancelled and nothing was taken. You can book again at any time.',
  },
  money: {
    released: 'Your card was never charged. The bank lets the reserved amount go within a few days.',
    cardReturned: (amount: string) =>
      `${amount} goes back to the card that you paid with. Banks take 5 to 10 days to show it.`,
    returnedBefore: (amount: string) => `${amount} went back before. Nothing more is due.`,
    kept: 'By the cancellation terms of this booking, nothing of the price goes back.',
    cashReturned: (amount: string) => `${amount} was given back to you in cash.`,
    cashInPerson: 'You paid in cash: what is due to you is given back in person.',
    nothingPaid: 'You had not paid yet, so nothing has to go back.',
  },
  refunded: {
    subject: (amount: string, title: string) => `Refund of ${amount}: ${title}`,
    heading: (cash: boolean) => (cash ? 'Your refund' : 'Your refund is on its way'),
    intro: (amount: string, cash: boolean) =>
      cash
        ? `We wrote down that ${amount} was given back to you in cash.`
        : `We returned ${amount} to the card that you paid with. Banks take 5 to 10 days to show it.`,
  },
  paymentFailed: {
    subject: (title: string) => `Payment failed: ${title}`,
    heading: 'Your payment did not go through',
    declined: (until: string | null, territory: string) =>
      until
        ? `Your card was declined and nothing was charged. Your places are held until ${until} (${territory} time): try again, or use another card.`
        : 'Your card was declined and nothing was charged. Your places went back on sale; you can book again at any time.',
    returned:
      'The places were no longer there when your payment arrived, so there is no booking. Whatever was charged goes back to your card; banks take up to 10 days to show it.',
    action: (held: boolean) => (held ? 'Try again' : 'Book again'),
  },
  review: {
    subject: (title: string) => `How was ${title}?`,
    heading: 'How was it?',
    intro: (title: string, guide: string | null | undefined) =>
      `You took part in ${title}${guide ? ` with ${guide}` : ''}. A few words help the next traveller choose, and tell the people who took you along what to keep.`,
  },

  message: {
    unknownSender: 'Unknown Sender',
    subject: (n: number, senders: string[]) =>
      n === 1 ? `New message from ${senders[0]}` : `${n} new messages from ${list(senders)}`,
    heading: (n: number) => (n === 1 ? 'New message' : 'New messages'),
    intro: (senders: string[]) => `${list(senders)} wrote to you about your booking:`,
  },
  role: {
    admin: 'admin',
    territory_manager: 'region manager',
    territory_staff: 'region staff',
    tour_guide: 'tour guide',
    travel_partner: 'travel partner',
    shuttle_manager: 'shuttle manager',
    shuttle_driver: 'shuttle driver',
    tourist: 'tourist',
  } as Record<string, string>,
  invite: {
    subject: (territory: string) => (territory ? `Join Territorio in ${territory}` : 'Join Territorio'),
    heading: 'You are invited',
    intro: (inviter: string, roles: string[], territory: string) =>
      `${inviter || 'The team of Territorio'} invites you to work as ${list(roles)}${territory ? ` in ${territory}` : ''}.`,
    how: 'Accept with the account of this e-mail address. If you have none yet, you choose your own password on the way: nobody else knows it.',
    until: (day: string) => `The invitation works once, until ${day}, and for nobody else.`,
  },
  roleDecided: {
    subject: (approved: boolean, role: string) => (approved ? `You are now ${role}` : 'Your request was declined'),
    heading: (approved: boolean) => (approved ? 'Your request was approved' : 'Your request was declined'),
    intro: (approved: boolean, role: string, territory: string) =>
      approved
        ? `You asked to work as ${role}${territory ? ` in ${territory}` : ''}. From now on your pages are in the menu.`
        : `You asked to work as ${role}${territory ? ` in ${territory}` : ''}. This time the answer is no.`,
  },
  payout: {
    subject: (amount: string, back: boolean, territory: string) =>
      back ? `Payout of ${amount} taken back: ${territory}` : `Payout of ${amount}: ${territory}`,
    heading: (back: boolean) => (back ? 'A payout was taken back' : 'You were paid'),
    intro: (amount: string, back: boolean, territory: string) =>
      back
        ? `${territory} has taken a payout of ${amount} back. What it paid is open again and is paid anew.`
        : `${territory} has paid you ${amount}. The statement names each booking.`,
    bookings: (n: number, first: string, last: string) =>
      `${n === 1 ? '1 booking' : `${n} bookings`}, ${first === last ? first : `${first} to ${last}`}`,
  },
  team: {
    subject: (made: number, cancelled: number, territory: string) => {
      const parts = [
        made > 0 && count(made, 'new booking'),
        cancelled > 0 && (made > 0 ? `${cancelled} cancelled` : `${count(cancelled, 'booking')} cancelled`),
      ].filter((part) => part !== false);
      return `${territory}: ${parts.join(', ')}`;
    },
    one: (title: string, date: string, cancelled: boolean) =>
      cancelled ? `Cancelled by the guest: ${title}, ${date}` : `New booking: ${title}, ${date}`,
    heading: (cancelled: boolean, n: number) =>
      cancelled
        ? n === 1
          ? 'A booking was cancelled'
          : 'Bookings were cancelled'
        : n === 1
          ? 'New booking'
          : 'New bookings',
    mixed: 'Bookings',
    made: 'New',
    cancelled: 'Cancelled by the guest',
    line: (title: string, when: string, guests: string, total: string) => [title, when, guests, total].join(', '),
    more: (n: number) => `And ${count(n, 'more booking', 'more bookings')}.`,
  },
  tomorrow: {
    subject: (day: string, territory: string, departures: number, guests: number) =>
      departures > 0
        ? `Tomorrow, ${day}: ${count(departures, 'departure')}, ${count(guests, 'guest')} in ${territory}`
        : `Tomorrow, ${day}: nothing leaves in ${territory}`,
    heading: 'Tomorrow',
    day: (day: string, territory: string) => `${day}, ${territory}`,
    nothing: 'No departure has guests.',
    empty: (n: number) => `${count(n, 'more departure', 'more departures')} without guests.`,
    unled: (n: number) =>
      n === 1 ? 'One departure needs a guide or a driver.' : `${n} departures need a guide or a driver.`,
    requests: (n: number) =>
      n === 1 ? 'One request for a role waits for you.' : `${n} requests for a role wait for you.`,
    anyTime: 'Any time',
    seats: (guests: number, seats: number) => `${guests} of ${seats} seats`,
    private: (guests: number) => `private group, ${count(guests, 'guest')}`,
    missing: (kind: string) => (kind === 'transport' ? 'NO DRIVER' : 'NO GUIDE'),
    someMissing: (kind: string) =>
      kind === 'transport' ? 'some guests without a driver' : 'some guests without a guide',
    collect: (amounts: string[]) => `${amounts.join(' and ')} to collect in cash`,
  },
  contact: {
    mailSubject: (subject: string) => `Contact: ${subject}`,
    noSubject: 'No subject',
    from: 'From',
    email: 'E-mail',
  },
  accountDeleted: {
    subject: 'Your account was deleted',
    gone: 'Your Territorio account and your personal data are deleted, and every device is signed out.',
    kept: 'Past bookings stay in the books of the region without you. Refunds that are on their way still reach your card.',
    notYou: 'If this was not you, answer this mail. You can register with this address again at any time.',
  },

  footer: {
    accountDeleted: 'This is our last mail: your address is forgotten once it has left.',
    booking: 'You get this mail because of your booking.',
    review: 'You get this mail because you were there. We ask once.',
    message: 'You get this mail because somebody wrote to you on Territorio.',
    roleDecided: 'You get this mail because you asked for this role.',
    payout: 'You get this mail because you were paid through Territorio.',
    team: (territory: string) =>
      `You get this mail because you work for ${territory}. What you hear of is chosen in your profile.`,
    invite: 'If you did not expect this invitation, you can ignore it.',
    contact: 'Sent with the contact form. Your answer goes to the person who wrote.',
  },
};
