import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { bookingsPage } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { oneLine } from './html.ts';
import type { Block, Fact } from './layout.ts';
import { greeting, type Mail, mail } from './mail.ts';

const tripData = z.object({
  title: z.string(),
  booking_date: z.string(),
  start_time: z.string().nullish(),
});
type Trip = z.infer<typeof tripData>;

const conditionData = z.object({
  full_name: z.string().nullish(),
  /** The token of a dock ticket's link. */
  code: z
    .string()
    .regex(/^[0-9a-f]{32,128}$/)
    .nullish(),
  condition: z.object({
    subject: z.string(),
    state: z.string(),
    text: z.string(),
    source_url: z.string().nullish(),
    ends_at: z.string(),
    territory_id: z.string(),
    time_zone: z.string(),
  }),
  /** The affected trips, soonest first. */
  trips: z.array(tripData).min(1),
});

/** Writes one email about a travel alert to a guest, for all their trips that it affects. */
export function conditionMail(given: unknown, context: MailContext): Mail {
  const { full_name, code, condition, trips } = conditionData.parse(given);
  const { labels, formats, link } = context;
  const { subject, state, text, source_url, ends_at, territory_id, time_zone } = condition;
  const heading = labels.condition.heading(subject, state);
  const until = `${formats.dayAt(ends_at, time_zone)}, ${formats.clockAt(ends_at, time_zone)}`;
  const closed = code ? labels.condition.closedAtDock : labels.condition.closed;
  const [first] = trips;
  const blocks: Block[] = [
    { kind: 'quote', from: null, text },
    ...(state === 'open' ? [] : [{ kind: 'text', text: labels.condition.until(until) } as const]),
    { kind: 'text', text: labels.condition.trips(trips.length) },
    { kind: 'facts', rows: trips.map((trip) => tripFact(trip, context)) },
    ...(state === 'closed' ? [{ kind: 'text', text: closed } as const] : []),
    { kind: 'facts', rows: [[labels.condition.source, source_url, source_url]] },
    { kind: 'button', label: labels.condition.follow, href: link(mailLink.conditions(territory_id)) },
    code
      ? { kind: 'button', label: labels.dockTicket.open, href: link(mailLink.dockTicket(code)) }
      : { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) },
  ];
  const date = first ? formats.shortDate(first.booking_date) : '';
  const content = {
    subject: labels.condition.subject(heading, date, oneLine(first?.title), trips.length),
    preview: text,
    heading,
    greeting: greeting(context, full_name),
    blocks,
    footer: code ? labels.dockTicket.footer : labels.footer.booking,
  };
  return mail(content, context);
}

/** Returns for example 'Castle & hot waterfall: Saturday, December 5, 2026, 2:30 PM'. */
function tripFact({ title, booking_date, start_time }: Trip, { formats }: MailContext): Fact {
  const hour = start_time ? [formats.clock(start_time)] : [];
  return [oneLine(title), [formats.longDate(booking_date), ...hour].join(', ')];
}
