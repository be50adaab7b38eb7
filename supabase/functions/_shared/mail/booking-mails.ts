import { bookingCalendar } from '../calendar.ts';
import { mailLink } from '../link-targets.ts';
import {
  bookingEmail,
  bookingsPage,
  cancelling,
  moneyFacts,
  paymentFact,
  pickupTime,
  placeFacts,
  serviceFacts,
} from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { type BookingData, bookingData, failedPaymentData } from './data.ts';
import { reasonBlocks } from './departure-facts.ts';
import { oneLine } from './html.ts';
import type { Block, EmailContent } from './layout.ts';
import { type Attachment, greeting, type Mail, mail } from './mail.ts';
import { isUndecided, minimumBlocks, takesPlaceLine } from './minimum.ts';
import { qrPng } from './qr.ts';

const QR_IMAGE = 'ticket-qr';

type Write = (data: BookingData, context: MailContext) => Mail | Promise<Mail>;

/** How each email about a booking is written. */
const WRITE = new Map<string, Write>([
  ['booking_confirmation', confirmation],
  ['booking_moved', newTicket],
  ['booking_reduced', (data, context) => otherParty(data, context, context.labels.reduced)],
  ['booking_enlarged', (data, context) => otherParty(data, context, context.labels.enlarged)],
  ['booking_changed', changedByTeam],
  ['departure_confirmed', takesPlace],
  ['transfer_ticket', givenTicket],
  ['booking_cancelled', cancelled],
  ['booking_refunded', refunded],
  ['review_request', reviewRequest],
]);

/** Writes the emails about a booking to its guest. Throws for a template that isn't one of them. */
export async function bookingMail(template: string, given: unknown, context: MailContext): Promise<Mail> {
  const write = WRITE.get(template);
  if (!write) throw new Error(`There is no email template ${template}`);
  return write(bookingData.parse(given), context);
}

/** Returns a confirmation's first sentence. For a reinstated booking, it mentions the refund. */
function opening(data: BookingData, { labels, formats }: MailContext): string[] {
  if (!data.reinstated) return [labels.confirmed.intro];
  const after = data.unpaid_again
    ? labels.reinstated.unpaid(formats.money(data, data.price_now))
    : data.called_off && !data.paid_by_other
      ? labels.reinstated.calledOff(formats.money(data, data.called_off))
      : null;
  return [labels.reinstated.intro(data.territory_name), ...(after ? [after] : [])];
}

async function confirmation(data: BookingData, context: MailContext): Promise<Mail> {
  const { reinstated, confirmed } = context.labels;
  const heading = isUndecided(data) ? confirmed.booked : confirmed.heading;
  return ticketMail(data, context, data.reinstated ? reinstated : { ...confirmed, heading }, opening(data, context));
}

/** Writes the email about a booking that has moved to another departure, whose old code is void. */
async function newTicket(data: BookingData, context: MailContext): Promise<Mail> {
  const { moved } = context.labels.departureOffer;
  return ticketMail(data, context, moved, [
    ...anotherTrip(data, context),
    moved.intro,
    ...refundOfChange(data, context),
  ]);
}

/** Names the original and the chosen service, with their meeting places. */
function anotherTrip(data: BookingData, { labels }: MailContext): string[] {
  const { moved_from: before, meeting_point, pickup_location } = data;
  if (!before) return [];
  const { another, elsewhere } = labels.departureOffer.moved;
  const place = meeting_point ?? pickup_location;
  return [
    another(oneLine(data.title), oneLine(before.title)),
    ...(place && before.place && place !== before.place ? [elsewhere(oneLine(place), oneLine(before.place))] : []),
  ];
}

/** Writes the email to the new holder of a transferred ticket. */
async function givenTicket(data: BookingData, context: MailContext): Promise<Mail> {
  const { ticket } = context.labels.transfer;
  return ticketMail(data, context, ticket, [ticket.intro, ...(data.paid_by_other ? [ticket.paidByOther] : [])]);
}

/**
 * Writes the email about changes by the territory's team, or about one that they have prepared and the guest must
 * pay first. It lists the changes.
 */
async function changedByTeam(data: BookingData, context: MailContext): Promise<Mail> {
  const { changed } = context.labels;
  const { formats } = context;
  const { due, pay_by: until, moves = false } = data.changed ?? {};
  const { date, people, corrected = [], cash_paid: paid } = data.changed ?? {};
  const when = (day: string, time: string | null | undefined) =>
    [formats.longDate(day), ...(time ? [formats.clock(time)] : [])].join(', ');
  if (due && until) {
    const text = changed.due(
      data.territory_name,
      formats.money(data, due),
      formats.deadlineAt(until, data.time_zone ?? 'UTC'),
    );
    return mail(
      bookingEmail(data, context, {
        subject: changed.pay(data.title, formats.shortDate(data.booking_date)),
        preview: text,
        heading: changed.payHeading,
        blocks: [
          { kind: 'text', text },
          ...plannedLines(data, context, when).map((line) => ({ kind: 'text', text: line }) as const),
          {
            kind: 'button',
            label: changed.action,
            href: context.link(mailLink.change(data.kind, data.booking_id, moves)),
          },
          { kind: 'text', text: changed.keep },
          { kind: 'text', text: changed.now },
          { kind: 'facts', rows: serviceFacts(data, context) },
        ],
      }),
      context,
    );
  }
  if (data.changed?.withdrawn) return withdrawnChange(data, context, when);
  const before = date && when(date.service_date, date.start_time);
  const now = when(data.booking_date, data.start_time);
  const lines = [
    changed.intro(data.territory_name),
    ...(date ? anotherTrip(data, context) : []),
    ...(before && before !== now ? [changed.date(before, now)] : []),
    ...(people ? [changed.people(people, data.num_people)] : []),
    ...(corrected.includes('contact') ? [changed.contact] : []),
    ...(corrected.includes('hotel') ? [changed.hotel(data.hotel_name ?? null)] : []),
    ...otherPickup(data, context),
    ...(corrected.includes('names') ? [changed.names] : []),
    ...refundOfChange(data, context),
    ...(paid ? [changed.cashPaid(formats.money(data, paid))] : []),
    ...(date ? [changed.code] : []),
  ];
  return ticketMail(data, context, changed, lines);
}

/** Names the pickup time that has changed with the hotel. */
function otherPickup(data: BookingData, context: MailContext): string[] {
  const before = data.changed?.pickup_before;
  if (before === undefined || !data.hotel_name) return [];
  const timeOf = (at: string | null | undefined) => pickupTime(at, data.booking_date, context);
  return [context.labels.pickup.now(timeOf(data.pickup_at), timeOf(before))];
}

/** Writes the email about a change that the guest was asked to pay for, and that the team has withdrawn. */
function withdrawnChange(
  data: BookingData,
  context: MailContext,
  when: (day: string, time: string | null | undefined) => string,
): Promise<Mail> {
  const { withdrawn } = context.labels;
  return ticketMail(data, context, withdrawn, [
    withdrawn.intro(data.territory_name),
    withdrawn.planned,
    ...plannedLines(data, context, when),
    withdrawn.stays,
  ]);
}

function plannedLines(
  { changed: change, num_people: people, booking_date: date, start_time: time }: BookingData,
  { labels: { changed } }: MailContext,
  when: (day: string, time: string | null | undefined) => string,
): string[] {
  const planned = change?.planned;
  if (!planned) return [];
  const [from, to] = [when(date, time), when(planned.service_date, planned.start_time)];
  const names = planned.joining.filter((name) => name !== null).join(', ');
  return [
    ...(planned.title ? [changed.trip(planned.title)] : []),
    ...(from === to ? [] : [changed.date(from, to)]),
    ...(planned.people === people ? [] : [changed.plannedPeople(people, planned.people)]),
    ...(names ? [changed.joining(names)] : []),
  ];
}

/** Writes the email about fewer or more people on the same ticket. */
async function otherParty(data: BookingData, context: MailContext, wording: PartyWording): Promise<Mail> {
  return ticketMail(data, context, wording, [wording.intro(data.num_people), ...refundOfChange(data, context)]);
}

/** What a change refunds. The holder of a transferred ticket reads no amount. */
function refundOfChange(data: BookingData, { labels, formats }: MailContext): string[] {
  const amount = data.changed?.refund_amount;
  if (!amount) return [];
  if (data.paid_by_other) return [labels.transfer.toPayer];
  const refund = data.payment_method === 'cash' ? labels.changed.refundCash : labels.changed.refund;
  return [refund(formats.money(data, amount))];
}

type Wording = { subject: (title: string, date: string) => string; heading: string };
type PartyWording = Wording & { intro: (people: number) => string };

async function ticketMail(data: BookingData, context: MailContext, wording: Wording, texts: string[]): Promise<Mail> {
  const { labels, formats } = context;
  const calendar = calendarFile(data, context);
  const qr = data.check_in_code && (await ticket(data.booking_id, data.check_in_code, context));
  const blocks: Block[] = [
    ...texts.map((text) => ({ kind: 'text', text }) as const),
    ...(data.lacks_passport ? [{ kind: 'text', text: labels.lacksPassport } as const] : []),
    ...minimumBlocks(data, context),
    ...(qr ? [qr.block] : []),
    {
      kind: 'facts',
      rows: [
        ...serviceFacts(data, context),
        ...placeFacts(data, context),
        ...moneyFacts(data, context),
        [labels.fact.payment, paymentFact(data, context)],
        [labels.fact.cancelling, cancelling(data, context)],
      ],
    },
    ...(data.walk_in ? [] : [{ kind: 'button', label: labels.action.bookings, href: bookingsPage(context) } as const]),
    ...(calendar.length > 0 ? [{ kind: 'note', text: labels.confirmed.calendar } as const] : []),
  ];
  const content = bookingEmail(data, context, {
    subject: wording.subject(data.title, formats.shortDate(data.booking_date)),
    preview: labels.preview(
      formats.longDate(data.booking_date),
      data.start_time && formats.clock(data.start_time),
      data.territory_name,
    ),
    heading: wording.heading,
    blocks,
  });
  return mail(content, context, { attachments: [...(qr ? [qr.image] : []), ...calendar] });
}

/**
 * Returns the ticket with its code. Staff open the code's address, which has no language so that their page keeps
 * theirs.
 */
export async function ticket(bookingId: string, code: string, { labels, appUrl }: MailContext) {
  const link = appUrl + mailLink.ticket(bookingId, code);
  const block: Block = {
    kind: 'ticket',
    image: QR_IMAGE,
    alt: labels.ticket.alt,
    caption: labels.ticket.caption,
    // The first characters, which a guest can read aloud if there is no camera.
    code: `${code.slice(0, 4)} ${code.slice(4, 8)}`.toUpperCase(),
  };
  const image: Attachment = {
    filename: 'ticket.png',
    content: await qrPng(link),
    content_type: 'image/png',
    content_id: QR_IMAGE,
  };
  return { block, image };
}

/** Returns the booking's calendar entry, or its removal. It has no check-in code, because calendars are shared. */
function calendarFile(data: BookingData, context: MailContext): Attachment[] {
  if (!data.calendar) return [];
  const { labels } = context;
  const url = bookingsPage(context);
  const guests = `${labels.fact.guests}: ${labels.guests(data.num_people, data.booking_type)}`;
  const { hotel, pickupLocal } = data.calendar;
  const time = pickupTime(pickupLocal, data.booking_date, context);
  const pickup = hotel && time ? [labels.pickup.calendar(hotel, time)] : [];
  const description = [...pickup, guests, `${labels.ticket.where}: ${url}`].join('\n');
  const text = bookingCalendar({ ...data.calendar, url, description });
  return [
    {
      filename: 'booking.ics',
      content: base64(text),
      content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
    },
  ];
}

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

function cancelled(data: BookingData, context: MailContext): Mail {
  const { labels, formats } = context;
  const unpaid = data.ended_by === 'payment';
  const wording = unpaid ? labels.unpaid : data.cancelled_departure ? labels.departureOffer : labels.cancelled;
  const refund = data.refund_due > 0 ? formats.money(data, data.refund_due) : null;
  const content = bookingEmail(data, context, {
    subject: wording.subject(data.title, formats.shortDate(data.booking_date)),
    preview: unpaid ? labels.unpaid.intro : moneyLine(data, refund, context),
    heading: wording.heading,
    blocks: [
      ...whyEnded(data, context),
      ...(unpaid ? [] : [{ kind: 'text', text: moneyLine(data, refund, context) } as const]),
      {
        kind: 'facts',
        rows: [...serviceFacts(data, context), ...moneyFacts(data, context)],
      },
      // Walk-ins have no account.
      ...(data.walk_in
        ? []
        : [{ kind: 'button', label: labels.action.bookings, href: bookingsPage(context) } as const]),
    ],
  });
  return mail(content, context, { attachments: calendarFile(data, context) });
}

/** Says who cancelled the booking, or why the departure was cancelled. */
function whyEnded(data: BookingData, { labels }: MailContext): Block[] {
  const { ended_by: by, cancelled_departure: departure } = data;
  if (departure)
    return [
      { kind: 'text', text: labels.departureOffer.ended(oneLine(data.title)) },
      ...reasonBlocks(departure, labels),
    ];
  if (by === 'payment') return [{ kind: 'text', text: labels.unpaid.intro }];
  const { byTourist, byTeam, byTeamWithoutAccount } = labels.cancelled;
  if (by === 'tourist') return [{ kind: 'text', text: byTourist }];
  return [{ kind: 'text', text: (data.walk_in ? byTeamWithoutAccount : byTeam)(data.territory_name) }];
}

/** Says where a cancelled booking's money is. */
function moneyLine(data: BookingData, refund: string | null, { labels, formats }: MailContext): string {
  if (data.paid_by_other && data.payment_method === 'cash') return labels.transfer.inPerson;
  if (data.paid_by_other && (refund || data.refunded_before > 0)) return labels.transfer.toPayer;
  if (data.payment_method === 'cash') {
    if (refund) return labels.money.cashReturned(refund);
    if (data.refunded_before > 0 && data.refunded_before >= data.paid)
      return labels.money.returnedBefore(formats.money(data, data.refunded_before));
    if (data.paid <= 0) return labels.money.nothingPaid;
    return data.cancelled_departure
      ? labels.money.cashDue(formats.money(data, data.paid - data.refunded_before))
      : labels.money.cashInPerson;
  }
  if (data.released) return labels.money.released;
  if (!refund && data.refunded_before > 0)
    return labels.money.returnedBefore(formats.money(data, data.refunded_before));
  return refund ? labels.money.cardReturned(refund) : labels.money.kept;
}

/** Writes the email to guests of an undecided departure that it is going ahead. */
function takesPlace(data: BookingData, context: MailContext): Mail {
  const { labels, formats } = context;
  const { subject, heading, ticket: ticketStays } = labels.minimum.confirmed;
  const text = takesPlaceLine(data, context);
  const content = bookingEmail(data, context, {
    subject: subject(oneLine(data.title), formats.shortDate(data.booking_date)),
    preview: text,
    heading,
    blocks: [
      { kind: 'text', text },
      { kind: 'text', text: ticketStays },
      ...chargedBlocks(data, context),
      { kind: 'facts', rows: [...serviceFacts(data, context), ...placeFacts(data, context)] },
      { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) },
    ],
  });
  return mail(content, context);
}

/**
 * Returns the sentences about a card that waited for the decision. The holder of a transferred ticket doesn't see
 * the amount.
 */
function chargedBlocks(data: BookingData, { labels, formats }: MailContext): Block[] {
  const { charged_now: amount, paid_by_other } = data;
  if (!amount) return [];
  const { charged, chargedPayer } = labels.minimum.confirmed;
  return [{ kind: 'text', text: paid_by_other ? chargedPayer : charged(formats.money(data, amount)) }];
}

function refunded(data: BookingData, context: MailContext): Mail {
  const { labels, formats } = context;
  const amount = formats.money(data, data.refunded);
  const cash = data.payment_method === 'cash';
  const intro = data.paid_by_other ? labels.transfer.toPayer : labels.refunded.intro(amount, cash);
  const content = bookingEmail(data, context, {
    subject: data.paid_by_other ? labels.transfer.refunded(data.title) : labels.refunded.subject(amount, data.title),
    preview: intro,
    heading: data.paid_by_other ? labels.transfer.refunded(data.title) : labels.refunded.heading(cash),
    blocks: [
      { kind: 'text', text: intro },
      {
        kind: 'facts',
        rows: [...serviceFacts(data, context), ...moneyFacts(data, context)],
      },
      { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) },
    ],
  });
  return mail(content, context);
}

function reviewRequest(data: BookingData, context: MailContext): Mail {
  const { labels, formats } = context;
  const intro = labels.review.intro(data.title, data.kind === 'experience' ? data.guide_name : null);
  const content: EmailContent = {
    subject: labels.review.subject(data.title),
    preview: intro,
    heading: labels.review.heading,
    greeting: greeting(context, data.full_name),
    blocks: [
      { kind: 'text', text: labels.review.thanks(oneLine(data.territory_name)) },
      { kind: 'text', text: intro },
      {
        kind: 'facts',
        rows: [
          [labels.fact.booking, data.title],
          [labels.fact.territory, data.territory_name],
          [labels.fact.date, formats.longDate(data.booking_date)],
        ],
      },
      { kind: 'button', label: labels.action.review, href: bookingsPage(context) },
    ],
    footer: labels.footer.review,
  };
  return mail(content, context);
}

/** Writes the email about a payment that made no booking. */
export function failedPaymentMail(given: unknown, context: MailContext): Mail {
  const data = failedPaymentData.parse(given);
  const { labels, formats, link } = context;
  const until = data.held_until ? formats.deadlineAt(data.held_until, data.time_zone) : null;
  const notChanged = data.replaced ? labels.paymentFailed.replaced : labels.paymentFailed.notChanged;
  const returned = data.of_change ? notChanged : labels.paymentFailed.returned;
  const intro = data.reason === 'returned' ? returned : labels.paymentFailed.declined(until, data.territory_name);
  const again: Block = data.of_change
    ? { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) }
    : {
        kind: 'button',
        label: labels.paymentFailed.action(until !== null),
        href: link(mailLink.service(data.kind, data.service_id)),
      };
  const content = bookingEmail(data, context, {
    subject: labels.paymentFailed.subject(data.title),
    preview: intro,
    heading: labels.paymentFailed.heading,
    blocks: [
      { kind: 'text', text: intro },
      {
        kind: 'facts',
        rows: [...serviceFacts(data, context), [labels.fact.total, formats.money(data, data.total_price)]],
      },
      again,
    ],
  });
  return mail(content, context);
}
