import { offsetAt, toInstant } from './local-time.ts';
import { webAddress } from './web-address.ts';

/**
 * Builds a booking's calendar file (RFC 5545), for the ticket in the browser and for emails, so it imports no
 * package. `private.calendar_event(kind, id)` returns all fields except url and description under these names.
 */
export type CalendarEvent = {
  /** Stays the same for a booking, so that calendars replace their entry. */
  uid: string;
  /** Increases with each change. Calendars ignore a file with a lower number. */
  sequence: number;
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  title: string;
  /** The time local to `timeZone`, such as '2026-12-01T07:00:00', or '2026-12-01' for a day without a time. */
  startLocal: string;
  endLocal?: string | null | undefined;
  /** The end as an ISO instant, because a local time may occur twice. */
  endsAt?: string | null | undefined;
  timeZone: string;
  location?: string | null | undefined;
  url?: string | null | undefined;
  description?: string | null | undefined;
  /** When the booking last changed, as an ISO instant. */
  stamp?: string | undefined;
};

const LINE_OCTETS = 75;
const encoder = new TextEncoder();

/** Folds lines after 75 octets, never inside a character. A continuation's leading space counts. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

/** Escapes a text value, so that it can't end the line and start a property. */
function escapeText(text: string): string {
  return Array.from(text.replace(/\r\n?|[\u2028\u2029]/g, '\n'))
    .filter((character) => character === '\n' || character === '\t' || (character >= ' ' && character !== '\u007f'))
    .join('')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n');
}

const basic = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * Returns a local time with its time zone's offset, such as '2026-12-05T14:30:00-06:00'. A day without a time is
 * unchanged.
 */
export function withOffset(local: string, timeZone: string): string {
  return DAY.test(local) ? local : instantWithOffset(toInstant(local, timeZone), timeZone);
}

/** Returns an instant as a zone's local time with its offset. */
export function instantWithOffset(at: Date, timeZone: string): string {
  const instant = at.getTime();
  const offset = offsetAt(instant, timeZone);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${new Date(instant + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${clock}`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function times({ startLocal, endLocal, endsAt, timeZone }: CalendarEvent): string[] {
  if (DAY.test(startLocal)) {
    const next = new Date(`${startLocal}T00:00:00Z`);
    next.setUTCDate(next.getUTCDate() + 1);
    return [`DTSTART;VALUE=DATE:${startLocal.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${basic(next).slice(0, 8)}`];
  }
  const start = `DTSTART:${basic(toInstant(startLocal, timeZone))}`;
  const end = endsAt ? new Date(endsAt) : endLocal && toInstant(endLocal, timeZone);
  return end ? [start, `DTEND:${basic(end)}`] : [start];
}

/**
 * Returns the text of a .ics file with one entry. Times are in UTC, so that calendars don't need the time zone's
 * rules.
 */
export function bookingCalendar(event: CalendarEvent): string {
  const stamp = basic(event.stamp ? new Date(event.stamp) : new Date());
  const url = webAddress(event.url);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Territorio//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${event.status}`,
    ...times(event),
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    `TRANSP:${event.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}
