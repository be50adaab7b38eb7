import { mailLink } from '../link-targets.ts';
import { webAddress } from '../web-address.ts';
import type { MailContext } from './context.ts';
import type { BookingData, FailedPaymentData } from './data.ts';
import type { EmailContent, Fact } from './layout.ts';
import { greeting } from './mail.ts';
import { moneyOf } from './money-of.ts';
import { jsonLd, reservationOf } from './reservation.ts';

// Returns the address of My Bookings. This file has the facts that all emails about a booking use.

export const bookingsPage = ({ link }: MailContext): string => link(mailLink.bookings());

type Own = Omit<EmailContent, 'greeting' | 'footer'>;
export function bookingEmail(data: BookingData | FailedPaymentData, context: MailContext, own: Own): EmailContent {
  const reservation = 'calendar' in data ? reservationOf(data, bookingsPage(context)) : null;
  return {
    ...own,
    greeting: greeting(context, data.full_name),
    footer: data.walk_in ? context.labels.dockTicket.footer : context.labels.footer.booking,
    markup: reservation ? jsonLd(reservation) : undefined,
  };
}

type Service = Pick<
  BookingData,
  'title' | 'territory_name' | 'booking_date' | 'start_time' | 'num_people' | 'booking_type'
> &
  Partial<Pick<BookingData, 'expected_time'>>;
/** Returns the service, the date and the number of people. */
export function serviceFacts(data: Service, { labels, formats }: MailContext): Fact[] {
  return [
    [labels.fact.booking, data.title],
    [labels.fact.territory, data.territory_name],
    [labels.fact.date, formats.longDate(data.booking_date)],
    [labels.fact.time, data.start_time && formats.clock(data.start_time)],
    [labels.fact.expected, data.expected_time && formats.clock(data.expected_time)],
    [labels.fact.guests, labels.guests(data.num_people, data.booking_type)],
  ];
}

type Place = Pick<BookingData, 'kind' | 'territory_name' | 'booking_date'> &
  Partial<
    Pick<
      BookingData,
      | 'meeting_point'
      | 'meeting_point_link'
      | 'guide_name'
      | 'pickup_location'
      | 'pickup_map'
      | 'pickup_directions'
      | 'hotel_name'
      | 'pickup_at'
    >
  >;
export function placeFacts(data: Place, context: MailContext): Fact[] {
  const { labels } = context;
  if (data.kind === 'experience') {
    return [
      // An experience with only a map link has no address in words.
      [
        labels.fact.meetingPoint,
        data.meeting_point ?? (webAddress(data.meeting_point_link) && data.territory_name),
        mapOf(data.meeting_point_link, data.meeting_point, data),
      ],
      [labels.fact.guide, data.guide_name],
    ];
  }
  const time = pickupTime(data.pickup_at, data.booking_date, context);
  return [
    [labels.fact.pickup, data.pickup_location, mapOf(data.pickup_map, data.pickup_location, data)],
    [labels.fact.directions, data.pickup_directions],
    [labels.fact.hotel, data.hotel_name],
    ...(time ? [[labels.pickup.time, labels.pickup.about(time)] satisfies Fact] : []),
  ];
}

/** Returns the time of a pickup, local to the territory, with its day if that isn't the trip's. Null without a time. */
export function pickupTime(at: string | null | undefined, date: string, { formats }: MailContext): string | null {
  return at ? formats.clockOn(at, date) : null;
}

/** Returns the operator's map link, or otherwise a search for the place in its territory. */
function mapOf(link: string | null | undefined, place: string | null | undefined, data: Place): string | null {
  const own = webAddress(link);
  if (own) return own;
  const query = [place, data.territory_name].filter(Boolean).join(', ');
  return place ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}` : null;
}

/** Returns the sentence about the refund for cancelling. */
export function cancelling(data: BookingData, { labels }: MailContext): string {
  const { payment_method, payment_status, cancellation_policy: policy } = data;
  if (payment_method === 'cash' && payment_status !== 'completed') return labels.cancelling.unpaid;
  const terms = policy === 'flexible' || policy === 'strict' ? labels.cancelling[policy] : labels.cancelling.moderate;
  return isAuthorised(data) ? labels.cancelling.undecided(terms) : terms;
}

/** Returns whether the card waits until the departure is confirmed. */
const isAuthorised = ({ payment_method, payment_status, status }: BookingData): boolean =>
  payment_method === 'card' && payment_status !== 'completed' && status !== 'cancelled' && status !== 'refunded';

/**
 * Returns the amounts paid, refunded or in progress, and left, or only the price if nothing was refunded or it is
 * still due.
 */
export function moneyFacts(data: BookingData, { labels, formats }: MailContext): Fact[] {
  const { paid, back, left } = moneyOf(data);
  if (data.paid_by_other) return [];
  if (back === 0) return [[labels.fact.total, formats.money(data, left)]];
  return [
    [labels.fact.paid, formats.money(data, paid)],
    [labels.fact.refunded, formats.money(data, back)],
    [labels.fact.paidInTotal, formats.money(data, left)],
  ];
}

export function paymentFact(data: BookingData, { labels }: MailContext): string {
  if (data.paid_by_other) return labels.payment.byOther;
  const paid = data.payment_status === 'completed';
  if (data.payment_method === 'cash') return paid ? labels.payment.cashPaid : labels.payment.cash;
  return isAuthorised(data) ? labels.payment.authorised : labels.payment.card(paid);
}
