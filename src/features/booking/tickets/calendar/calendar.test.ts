import ICAL from 'ical.js';
import { describe, expect, it, vi } from 'vitest';
import { bookingCalendar, type CalendarEvent } from '../../../../../supabase/functions/_shared/calendar.ts';
import { fileName } from './download';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const event: CalendarEvent = {
  uid: 'experience-1@territorio',
  sequence: 3,
  status: 'CONFIRMED',
  title: 'Hot Waterfall',
  startLocal: '2026-12-01T07:00:00',
  endLocal: '2026-12-01T12:30:00',
  timeZone: 'America/Guatemala',
  location: 'Muelle, Río Dulce',
  url: 'https://territorio.test/bookings',
  description: '2 people',
  stamp: '2026-11-21T10:15:00.123Z',
};

/** Reads the file as a calendar program would. */
function read(change: Partial<CalendarEvent> = {}) {
  const text = bookingCalendar({ ...event, ...change });
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [entry, ...more] = calendar.getAllSubcomponents('vevent');
  if (!entry || more.length > 0) throw new Error('one entry is expected');
  const value = (name: string) => entry.getFirstPropertyValue(name);
  const time = (name: string) => (value(name) as ICAL.Time | null)?.toJSDate().toISOString() ?? null;
  return { text, calendar, entry, value, time };
}

describe('the calendar file', () => {
  it('is read by a parser with the intended content', () => {
    const { calendar, value, time } = read();
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(value('uid')).toBe('experience-1@territorio');
    expect(value('sequence')).toBe(3);
    expect(value('status')).toBe('CONFIRMED');
    expect(value('summary')).toBe('Hot Waterfall');
    expect(value('location')).toBe('Muelle, Río Dulce');
    expect(value('url')).toBe('https://territorio.test/bookings');
    expect(time('dtstamp')).toBe('2026-11-21T10:15:00.000Z');
    // Guatemala is six hours behind UTC all year.
    expect(time('dtstart')).toBe('2026-12-01T13:00:00.000Z');
    expect(time('dtend')).toBe('2026-12-01T18:30:00.000Z');
  });

  it.each([
    ['winter', '2026-01-15T09:00:00', '2026-01-15T08:00:00.000Z'],
    ['summer', '2026-07-15T09:00:00', '2026-07-15T07:00:00.000Z'],
    ['the last hour before the clocks go forward', '2026-03-29T01:59:00', '2026-03-29T00:59:00.000Z'],
    ['the first hour after', '2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
    ['a skipped hour', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
    ['the day when the clocks go back', '2026-10-25T09:00:00', '2026-10-25T08:00:00.000Z'],
  ])("uses the territory's time zone: %s", (_, startLocal, utc) => {
    expect(read({ startLocal, endLocal: null, timeZone: 'Europe/Madrid' }).time('dtstart')).toBe(utc);
  });

  it('uses the second of a repeated hour, and the exact end', () => {
    const autumn = { startLocal: '2026-10-25T02:30:00', endLocal: '2026-10-25T02:30:00', timeZone: 'Europe/Madrid' };
    expect(read({ ...autumn, endLocal: null }).time('dtstart')).toBe('2026-10-25T01:30:00.000Z');
    const early = { ...autumn, startLocal: '2026-10-25T00:30:00', endsAt: '2026-10-25T00:30:00Z' };
    expect(read(early).time('dtend')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('contains a booking without a time as a day', () => {
    const { text, entry } = read({ startLocal: '2026-12-31', endLocal: null });
    expect(text).toContain('DTSTART;VALUE=DATE:20261231\r\n');
    expect(text).toContain('DTEND;VALUE=DATE:20270101\r\n');
    expect((entry.getFirstPropertyValue('dtstart') as ICAL.Time).isDate).toBe(true);
  });

  it('removes the entry of a cancelled booking', () => {
    const { value } = read({ status: 'CANCELLED', sequence: 4 });
    expect(value('status')).toBe('CANCELLED');
    expect(value('sequence')).toBe(4);
    expect(value('transp')).toBe('TRANSPARENT');
  });

  it.each([
    'Lunch; wine, and a \\ backslash',
    'two\nlines and\r\nthree',
    'X\r\nATTENDEE:mailto:evil@example.com\r\nEND:VEVENT',
    '\u2028BEGIN:VALARM',
    'a bell \u0007 and a zero \u0000',
    'Café '.repeat(60),
    '🛶'.repeat(70),
    `${'é'.repeat(37)}🛶${'ñ'.repeat(80)}`,
  ])('keeps input inside its line: %j', (title) => {
    const { text, entry, value } = read({ title, location: title, description: title });
    const clean = Array.from(title.replace(/\r\n|\u2028/g, '\n'))
      .filter((character) => character === '\n' || character >= ' ')
      .join('');
    expect(value('summary')).toBe(clean);
    expect(entry.getAllProperties('attendee')).toEqual([]);
    expect(entry.getAllSubcomponents()).toEqual([]);
    const octets = new TextEncoder();
    for (const line of text.split('\r\n')) {
      expect(octets.encode(line).length).toBeLessThanOrEqual(75);
      // The lines are broken only where the format requires it, and no character is split.
      expect(line).not.toMatch(/[\r\n\ufffd]/);
      expect(new TextDecoder().decode(octets.encode(line))).toBe(line);
    }
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it.each(['javascript:alert(1)', 'not a url', 'https://x.test/\r\nATTENDEE:a'])(
    'links to no address like %j',
    (url) => {
      const { text, entry } = read({ url });
      expect(text).not.toMatch(/javascript:|^ATTENDEE/m);
      expect(entry.getAllProperties('attendee')).toEqual([]);
    },
  );
});

it.each([
  ['Café & Boquerón — Río Dulce', 'cafe-boqueron-rio-dulce.ics'],
  ['../../etc/passwd', 'etc-passwd.ics'],
  ['山', 'booking.ics'],
])('names the file of %s %s', (title, name) => expect(fileName(title)).toBe(name));
