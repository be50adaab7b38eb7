import { plural, select, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { whenOf } from '@/features/booking/offers/labels';
import { formatDay, formatLongDate, formatTime, formatTimeOn } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { money, service, titleOf, type Wording, wording } from './wording';

const booking = { ...service, date: z.string(), people: z.number() };
const withStatus = z.object({ ...booking, status: z.string() });
const moved = z.object({
  ...booking,
  time: z.nullable(z.string()),
  from: z.string(),
  from_time: z.nullable(z.string()),
  /** The trip before, where it is another one. */
  before: z.optional(z.object(service)),
});
const departure = z.object({ ...service, date: z.string() });
/** The first trip that an alert affects, and the number of trips. */
const crewTouched = z.extend(departure, {
  state: z.enum(['closed', 'delayed']),
  departures: z._default(z.number(), 1),
});
const touched = z.object({ ...service, date: z.string(), trips: z._default(z.number(), 1) });
/** `expected` is null if it is on time again, and `leaving` is true if its time has passed. */
const late = z.extend(departure, {
  time: z.string(),
  minutes: z.number(),
  expected: z.nullable(z.string()),
  leaving: z.boolean(),
});
/** Local to the territory. Null without a time. */
const pickup = z.extend(departure, { before: z.nullable(z.string()), pickup_at: z.nullable(z.string()) });
/** Older notifications lack the number and the deadline. */
const undecided = z.extend(departure, {
  sold: z.optional(z.number()),
  min_to_run: z.optional(z.number()),
  until: z.optional(z.string()),
  until_date: z.optional(z.string()),
  condition: z.nullish(z.enum(['closed', 'delayed'])),
});

const when = ({ date }: { date: string }): string => formatLongDate(date);
const guests = ({ people }: { people: number }): string => plural(people, { one: '# guest', other: '# guests' });

/** Returns a sentence about a departure's travel alerts, or '' if there are none. */
const onTheWay = (state: 'closed' | 'delayed' | null | undefined): string =>
  state === 'closed' ? t`The route is closed.` : state === 'delayed' ? t`There are delays on the route.` : '';

/** The wordings for guests and operators about a booking or its departure. */
export const bookingWordings = {
  booking_confirmed: wording(z.object(booking), (params) => {
    const [title, date] = [titleOf(params), when(params)];
    return { title: t`Booking confirmed`, message: t`Your booking for ${title} on ${date} is confirmed` };
  }),
  booking_status: wording(withStatus, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const { status } = params;
    const word = {
      title: t`Booking ${select(status, { ordered: 'ordered', paid: 'paid', confirmed: 'confirmed', checked_in: 'checked in', no_show: 'no-show', cancelled: 'cancelled', refunded: 'refunded', other: 'changed' })}`,
      message: t`Your booking for ${title} on ${date} is now ${select(status, { ordered: 'ordered', paid: 'paid', confirmed: 'confirmed', checked_in: 'checked in', no_show: 'no-show', cancelled: 'cancelled', refunded: 'refunded', other: 'changed' })}`,
    };
    if (status !== 'no_show') return word;
    return {
      ...word,
      message: `${word.message}. ${t`If you were there, let us know in the messages for this booking.`}`,
    };
  }),
  booking_reinstated: wording(withStatus, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const { status } = params;
    return {
      title: t`Booking reinstated`,
      message: t`Your booking for ${title} on ${date} is active again: ${select(status, { ordered: 'ordered', paid: 'paid', confirmed: 'confirmed', checked_in: 'checked in', no_show: 'no-show', other: 'changed' })}. If you don't want it, message the operator or cancel.`,
    };
  }),
  arrival_taken_back: wording(withStatus, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const { status } = params;
    return {
      title: t`Check-in undone`,
      message: t`By mistake, we marked your booking for ${title} on ${date} as ${select(status, { checked_in: 'checked in', no_show: 'no-show', other: 'changed' })}. It's active again.`,
    };
  }),
  cash_received: wording(z.object({ ...booking, ...money }), (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const amount = formatMoney(params.amount, params.currency_symbol);
    return { title: t`Cash received`, message: t`You have paid ${amount} in cash for ${title} on ${date}` };
  }),
  another_guide: wording(z.object({ ...service, date: z.string(), time: z.string(), guide: z.string() }), (params) => {
    const [title, date, time] = [titleOf(params), when(params), formatTime(params.time)];
    const { guide } = params;
    return { title: t`Your trip has a new guide`, message: t`${guide} leads ${title} on ${date} at ${time}` };
  }),
  new_booking: wording(z.object(booking), (params) => {
    const [title, date, count] = [titleOf(params), when(params), guests(params)];
    return { title: t`New booking`, message: t`${title} on ${date}: ${count}` };
  }),
  booking_cancelled: wording(z.object(booking), (params) => {
    const [title, date, count] = [titleOf(params), when(params), guests(params)];
    return { title: t`Booking cancelled`, message: t`${title} on ${date}: ${count} cancelled` };
  }),
  fewer_guests: wording(z.object({ ...booking, before: z.number() }), (params) => {
    const [title, date, count] = [titleOf(params), when(params), guests(params)];
    const { before } = params;
    return { title: t`Fewer guests`, message: t`${title} on ${date}: now ${count} instead of ${before}` };
  }),
  more_guests: wording(z.object({ ...booking, before: z.number() }), (params) => {
    const [title, date, count] = [titleOf(params), when(params), guests(params)];
    const { before } = params;
    return { title: t`More guests`, message: t`${title} on ${date}: now ${count} instead of ${before}` };
  }),
  guest_changed: wording(z.object(booking), (params) => {
    const [title, date, count] = [titleOf(params), when(params), guests(params)];
    return {
      title: t`Another guest`,
      message: t`${title} on ${date}, ${count}: the ticket was transferred to someone else`,
    };
  }),
  ticket_given: wording(z.object(booking), (params) => {
    const [title, date] = [titleOf(params), when(params)];
    return {
      title: t`Someone accepted your ticket`,
      message: t`Your ticket for ${title} on ${date} is no longer yours.`,
    };
  }),
  guest_moved: wording(moved, (params) => {
    const [title, count] = [titleOf(params), guests(params)];
    const from = whenOf({ service_date: params.from, start_time: params.from_time });
    const date = whenOf({ service_date: params.date, start_time: params.time });
    if (params.before) {
      const before = titleOf(params.before);
      return { title: t`Trip changed`, message: t`${count} moved from ${before}, ${from}, to ${title}, ${date}` };
    }
    return { title: t`Date changed`, message: t`${title}: ${count} moved from ${from} to ${date}` };
  }),
  booking_moved: wording(departure, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    return {
      title: t`Booking moved`,
      message: t`Your booking for ${title} is now on ${date}. Your ticket has a new code.`,
    };
  }),
  departure_cancelled: wording(z.extend(departure, { ended: z.optional(z.boolean()) }), (params) => {
    const [title, date] = [titleOf(params), when(params)];
    return {
      title: t`Departure cancelled`,
      message: params.ended
        ? t`${title} on ${date} has been cancelled, and so has your booking.`
        : t`${title} on ${date} has been cancelled. See your options.`,
    };
  }),
  departure_stopped: wording(departure, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    return { title: t`Departure cancelled`, message: t`${title} on ${date} has been cancelled` };
  }),
  departure_touched: wording(crewTouched, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const { departures, state } = params;
    const what = departures > 1 ? t`${departures} departures on ${date}` : t`${title} on ${date}`;
    return state === 'closed'
      ? { title: t`The route is closed`, message: t`${what}: the route is closed. See the details.` }
      : { title: t`Delays on the route`, message: t`${what}: delays on the route. See the details.` };
  }),
  departure_confirmed: wording(departure, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    return { title: t`Departure confirmed`, message: t`${title} on ${date} is going ahead` };
  }),
  departure_late: wording(late, (params) => {
    const title = titleOf(params);
    const { minutes, leaving } = params;
    const time = formatTime(params.expected ?? params.time);
    if (minutes > 0)
      return {
        title: t`Running late`,
        message: t`${title} is now expected at ${time}, ${plural(minutes, { one: '# minute late', other: '# minutes late' })}`,
      };
    return leaving
      ? { title: t`Leaving now`, message: t`${title} is leaving now` }
      : { title: t`On time again`, message: t`${title} leaves at ${time}, as planned` };
  }),
  pickup_changed: wording(pickup, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const [time, before] = [params.pickup_at, params.before].map((at) => at && formatTimeOn(at, params.date));
    if (!time) {
      return {
        title: t`Pickup time changed`,
        message: t`${title} on ${date}: your driver will agree the pickup time with you`,
      };
    }
    return {
      title: t`Pickup time changed`,
      message: before
        ? t`${title} on ${date}: pickup at about ${time} instead of ${before}`
        : t`${title} on ${date}: pickup at about ${time}`,
    };
  }),
  seats_free: wording(z.object(booking), (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const { people } = params;
    return {
      title: t`Seats are available for you`,
      message: t`${plural(people, { one: '# seat', other: '# seats' })} for ${title} on ${date}. Book before your time runs out.`,
    };
  }),
  waitlist_over: wording(z.object({ ...service, date: z.string(), cancelled: z.boolean() }), (params) => {
    const [title, date] = [titleOf(params), when(params)];
    return {
      title: t`The waitlist has closed`,
      message: params.cancelled
        ? t`${title} on ${date} has been cancelled. Please choose another date.`
        : t`No seats became available for ${title} on ${date}`,
    };
  }),
  condition_closed: wording(touched, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const { trips } = params;
    return {
      title: t({ message: 'Closed', context: 'way' }),
      message:
        trips === 1
          ? t`The route to ${title} on ${date} is closed. See the details.`
          : t`${plural(trips, { one: 'Your trip', other: 'Your # trips' })} from ${date}: the route is closed. See the details.`,
    };
  }),
  condition_delayed: wording(touched, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const { trips } = params;
    return {
      title: t`Delayed`,
      message:
        trips === 1
          ? t`There are delays on the route to ${title} on ${date}. See the details.`
          : t`${plural(trips, { one: 'Your trip', other: 'Your # trips' })} from ${date}: delays on the route. See the details.`,
    };
  }),
  condition_open: wording(touched, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const { trips } = params;
    return {
      title: t`Open again`,
      message:
        trips === 1
          ? t`The route to ${title} on ${date} is open again.`
          : t`${plural(trips, { one: 'Your trip', other: 'Your # trips' })} from ${date}: the route is open again.`,
    };
  }),
  go_no_go: wording(undecided, (params) => {
    const [title, date] = [titleOf(params), when(params)];
    const { sold, min_to_run: minimum, until, until_date: day } = params;
    if (sold !== undefined && minimum !== undefined && until) {
      const time = [day && formatDay(day), formatTime(until)].filter(Boolean).join(', ');
      const question = t`${title} on ${date} has ${sold} of ${minimum} guests. Confirm, wait or cancel by ${time}, or we'll cancel it.`;
      return {
        title: t`Should this departure go ahead?`,
        message: [question, onTheWay(params.condition)].filter(Boolean).join(' '),
      };
    }
    return {
      title: t`Should this departure go ahead?`,
      message: t`${title} on ${date} has too few guests. Decide whether it goes ahead, or we'll cancel it.`,
    };
  }),
} satisfies Record<string, Wording>;
