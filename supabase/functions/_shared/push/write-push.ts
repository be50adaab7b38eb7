import { z } from 'zod';
import { type Language, languageOf, SOURCE, withPrefix } from '../languages.ts';
import { notificationTarget } from '../link-targets.ts';
import { translator } from '../mail/context.ts';
import { formatsIn } from '../mail/formats.ts';
import { pushLabels } from './labels.ts';

export interface Push {
  title: string;
  body: string;
  /** A path within our site. */
  url: string;
  /** A newer notification with the same tag replaces this one on the screen. */
  tag: string;
}

const notice = z.object({
  notification_id: z.string(),
  type: z.string(),
  about: z.string().nullish().default(null),
  territory_id: z.string().nullish().default(null),
  booking_id: z.string().nullish().default(null),
  kind: z.string().nullish().default(null),
  day: z.string().nullish().default(null),
  roles: z.array(z.string()),
  language: z.string(),
});
type Notice = z.infer<typeof notice>;

const titles = z.record(z.string(), z.string()).nullish();
const trip = z.object({ title: z.string(), titles, date: z.string() });
const booking = trip.extend({ people: z.number() });
const shown = z.discriminatedUnion('wording', [
  z.object({ wording: z.literal('departure_cancelled'), params: trip.extend({ ended: z.boolean().nullish() }) }),
  z.object({ wording: z.literal('departure_confirmed'), params: trip }),
  z.object({
    wording: z.literal('departure_late'),
    params: trip.extend({
      time: z.string(),
      minutes: z.number(),
      expected: z.string().nullable(),
      leaving: z.boolean(),
    }),
  }),
  z.object({
    wording: z.literal('pickup_changed'),
    params: trip.extend({ before: z.string().nullable(), pickup_at: z.string().nullable() }),
  }),
  z.object({ wording: z.literal('departure_stopped'), params: trip }),
  z.object({
    wording: z.literal('departure_touched'),
    params: trip.extend({ state: z.enum(['closed', 'delayed']), departures: z.number() }),
  }),
  z.object({ wording: z.literal('booking_moved'), params: trip }),
  z.object({
    wording: z.literal('go_no_go'),
    params: trip.extend({
      sold: z.number(),
      min_to_run: z.number(),
      until: z.string(),
      until_date: z.string().nullish(), // notifications of an older release have none
      condition: z.enum(['closed', 'delayed']).nullish(),
    }),
  }),
  z.object({ wording: z.literal('seats_free'), params: booking }),
  z.object({ wording: z.literal('new_booking'), params: booking }),
  z.object({
    wording: z.literal('message'),
    params: z.object({ excerpt: z.string(), name: z.string().nullish(), title: z.string().nullish(), titles }),
  }),
]);

/** Writes a push notification from private.push_contents in its reader's language. Throws on invalid data. */
export function writePush(data: unknown): Push {
  const about = notice.parse(data);
  const language = languageOf(about.language) ?? SOURCE;
  const { title, message } = wordsOf(shown.parse(data), language);
  const url = withPrefix(
    notificationTarget(about, (role) => about.roles.includes(role)),
    language,
  );
  return { title: title.slice(0, 200), body: message.slice(0, 400), url, tag: tagOf(about) };
}

/** Returns the tag. A conversation alerts again but has one entry, and other notifications have one per subject. */
function tagOf({ type, about, notification_id, booking_id }: Notice): string {
  if (type === 'message') return `message:${booking_id}`;
  return about ?? notification_id;
}

function wordsOf(one: z.infer<typeof shown>, language: Language): { title: string; message: string } {
  const labels = pushLabels(translator(language));
  const nameOf = (params: { title: string; titles?: Record<string, string> | null | undefined }) =>
    params.titles?.[language.code] ?? params.title;
  if (one.wording === 'message') {
    const { excerpt, name, title, titles: names } = one.params;
    const from = name || labels.somebody;
    return { title: title ? `${from}, ${nameOf({ title, titles: names })}` : from, message: excerpt };
  }
  const title = nameOf(one.params);
  const formats = formatsIn(language.locale);
  const date = formats.longDate(one.params.date);
  switch (one.wording) {
    case 'departure_cancelled':
      return {
        title: labels.departureCancelled.title,
        message: labels.departureCancelled.message(title, date, one.params.ended === true),
      };
    case 'departure_confirmed':
      return { title: labels.departureConfirmed.title, message: labels.departureConfirmed.message(title, date) };
    case 'departure_late': {
      const { minutes, expected, time, leaving } = one.params;
      const words = labels.departureLate(minutes, leaving);
      return { title: words.title, message: words.message(title, formats.clock(expected ?? time)) };
    }
    case 'pickup_changed': {
      const { before, pickup_at: at, date: day } = one.params;
      const timeOf = (pickup: string | null) => pickup && formats.clockOn(pickup, day);
      return {
        title: labels.pickupChanged.title,
        message: labels.pickupChanged.message(title, date, timeOf(at), timeOf(before)),
      };
    }
    case 'departure_stopped':
      return { title: labels.departureStopped.title, message: labels.departureStopped.message(title, date) };
    case 'departure_touched': {
      const { state, departures } = one.params;
      const words = labels.departureTouched(state);
      return { title: words.title, message: words.message(title, date, departures) };
    }
    case 'go_no_go': {
      const { sold, min_to_run, until, until_date, condition } = one.params;
      const deadline = [until_date && formats.day(until_date), formats.clock(until)].filter(Boolean).join(', ');
      return {
        title: labels.goNoGo.title,
        message: labels.goNoGo.message(title, date, sold, min_to_run, deadline, condition ?? null),
      };
    }
    case 'booking_moved':
      return { title: labels.bookingMoved.title, message: labels.bookingMoved.message(title, date) };
    case 'seats_free':
      return { title: labels.seatsFree.title, message: labels.seatsFree.message(one.params.people, title, date) };
    case 'new_booking':
      return { title: labels.newBooking.title, message: labels.newBooking.message(title, date, one.params.people) };
  }
}
