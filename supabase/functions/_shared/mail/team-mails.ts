import { mailLink } from '../link-targets.ts';
import type { MailContext } from './context.ts';
import { type TomorrowDeparture, teamBookingsData, tomorrowData } from './data.ts';
import { oneLine } from './html.ts';
import type { Block, EmailContent, Fact } from './layout.ts';
import { greeting, type Mail, mail } from './mail.ts';

// Emails to the people who run a territory. They leave out guests' names, numbers and documents, because emails are
// read in many places and the booking is one link away.

/** Writes the email about new and cancelled bookings, which lists each with a link. */
export function teamBookingsMail(given: unknown, context: MailContext): Mail {
  const { bookings, count, territory_name, full_name } = teamBookingsData.parse(given);
  const { labels, formats, link } = context;
  const territory = oneLine(territory_name);
  const gone = bookings.filter(({ what }) => what === 'cancelled').length;
  const made = count - gone;
  const [first] = bookings;
  const rows = bookings.map((booking): Fact => {
    const day = formats.shortDate(booking.booking_date);
    const time = booking.start_time && formats.clock(booking.start_time);
    const guests = labels.people(booking.num_people);
    return [
      booking.what === 'new' ? labels.team.made : labels.team.cancelled,
      labels.team.line(oneLine(booking.title), day, time, guests, formats.money(booking, booking.total_price)),
      link(mailLink.booking(booking.kind, booking.id)),
    ];
  });
  const content: EmailContent = {
    subject:
      first && count === 1
        ? labels.team.one(oneLine(first.title), formats.shortDate(first.booking_date), gone === 1)
        : labels.team.subject(made, gone, territory),
    preview: String(rows[0]?.[1] ?? ''),
    heading: labels.team.heading(made, gone),
    greeting: greeting(context, full_name),
    blocks: [
      { kind: 'text', text: territory },
      { kind: 'facts', rows },
      ...(count > bookings.length ? [{ kind: 'note', text: labels.team.more(count - bookings.length) } as const] : []),
      { kind: 'button', label: labels.action.territoryBookings, href: link(mailLink.territoryBookings()) },
    ],
    footer: labels.footer.team(territory),
  };
  return mail(content, context);
}

/**
 * Writes the email about tomorrow's departures by time, each with a link. Departures that lack something come
 * first.
 */
export function tomorrowMail(given: unknown, context: MailContext): Mail {
  const { departures, day, empty, requests, territory_name, full_name } = tomorrowData.parse(given);
  const { labels, formats, link } = context;
  const territory = oneLine(territory_name);
  const guests = departures.reduce((sum, departure) => sum + departure.guests, 0);
  const unled = departures.filter((departure) => departure.unled).length;
  const rows = departures.map(
    (departure): Fact => [
      departure.start_time ? formats.clock(departure.start_time) : labels.tomorrow.anyTime,
      departureLine(departure, context),
      link(mailLink.departure(departure)),
    ],
  );
  const blocks: Block[] = [{ kind: 'text', text: labels.tomorrow.day(formats.longDate(day), territory) }];
  if (unled > 0) blocks.push({ kind: 'text', text: labels.tomorrow.unled(unled) });
  if (requests > 0) blocks.push({ kind: 'text', text: labels.tomorrow.requests(requests) });
  if (rows.length > 0) blocks.push({ kind: 'facts', rows });
  else blocks.push({ kind: 'text', text: labels.tomorrow.nothing });
  if (empty > 0 && rows.length > 0) blocks.push({ kind: 'note', text: labels.tomorrow.empty(empty) });
  blocks.push({ kind: 'button', label: labels.action.day, href: link(mailLink.day(day)) });
  if (requests > 0) blocks.push({ kind: 'button', label: labels.action.requests, href: link(mailLink.requests()) });
  const content: EmailContent = {
    subject: labels.tomorrow.subject(formats.shortDate(day), territory, departures.length, guests),
    preview: rows.map(([hour, line]) => `${hour} ${line}`).join('; ') || labels.tomorrow.nothing,
    heading: labels.tomorrow.heading,
    greeting: greeting(context, full_name),
    blocks,
    footer: labels.footer.team(territory),
  };
  return mail(content, context);
}

/** Returns for example 'River Canyon: 9 of 12 seats, Elmer Caal, Q350.00 to collect in cash'. */
function departureLine(departure: TomorrowDeparture, { labels, formats }: MailContext): string {
  const { kind, title, capacity, guests, leaders, unled, exclusive, to_collect } = departure;
  const names = leaders.map((name) => oneLine(name)).join(', ');
  const parts = [
    exclusive ? labels.tomorrow.private(guests) : labels.tomorrow.seats(guests, capacity),
    names || (unled && labels.tomorrow.missing(kind)),
    names && unled && labels.tomorrow.someMissing(kind),
    to_collect.length > 0 && labels.tomorrow.collect(to_collect.map((sum) => formats.money(sum, sum.amount))),
  ];
  return `${oneLine(title)}: ${parts.filter(Boolean).join(', ')}`;
}
