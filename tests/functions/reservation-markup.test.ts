// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withOffset } from '../../supabase/functions/_shared/calendar.ts';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { byNight } from '../support/rounds.ts';
import { APP, booking, cancelledBooking, reminder, ride, samples } from './mail-samples.ts';

// schema.org's names, and the fields of Google's examples
// (https://developers.google.com/workspace/gmail/markup/reference/event-reservation, …/bus-reservation). Two are
// unknown here: a postal code, and a street address.

const text = z.string().min(1);
const moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
const named = (type: string) => z.looseObject({ '@type': z.literal(type), name: text });
const reservation = z.object({
  '@context': z.literal('http://schema.org'),
  reservationNumber: text,
  reservationStatus: z.enum([
    'http://schema.org/ReservationConfirmed',
    'http://schema.org/ReservationPending',
    'http://schema.org/ReservationCancelled',
  ]),
  underName: named('Person'),
  reservedTicket: z.looseObject({ '@type': z.literal('Ticket'), ticketNumber: text }),
  numSeats: z.int().positive(),
  totalPrice: z.string().regex(/^\d+\.\d\d$/),
  priceCurrency: z.string().regex(/^[A-Z]{3}$/),
  url: z.url(),
  modifyReservationUrl: z.url(),
  modifiedTime: z.iso.datetime().optional(),
});
const address = z.object({
  '@type': z.literal('PostalAddress'),
  streetAddress: text,
  addressLocality: text,
  addressRegion: text,
  addressCountry: z.string().regex(/^[A-Z]{2}$/),
});
const EventReservation = reservation.extend({
  '@type': z.literal('EventReservation'),
  reservationFor: z.object({
    '@type': z.literal('Event'),
    name: text,
    startDate: moment,
    endDate: moment,
    location: named('Place').extend({ address }),
  }),
});
const times = { name: text, departureTime: moment, arrivalTime: moment };
const BusReservation = reservation.extend({
  '@type': z.literal('BusReservation'),
  reservationFor: z.object({
    '@type': z.literal('BusTrip'),
    ...times,
    departureBusStop: named('BusStop'),
    arrivalBusStop: named('BusStop'),
  }),
});
const BoatReservation = reservation.extend({
  '@type': z.literal('BoatReservation'),
  reservationFor: z.object({
    '@type': z.literal('BoatTrip'),
    ...times,
    departureBoatTerminal: named('BoatTerminal'),
    arrivalBoatTerminal: named('BoatTerminal'),
  }),
});
const AnyReservation = z.discriminatedUnion('@type', [EventReservation, BusReservation, BoatReservation]);

/** Returns an email's structured data, or null if there is none. */
async function markupOf(template: string, data: object): Promise<unknown> {
  const { html } = await writeMail(template, data, APP);
  const scripts = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('script');
  expect(scripts.length).toBeLessThan(2);
  const [script] = scripts;
  return script ? JSON.parse(script.textContent) : null;
}

const trip = { ...booking, country: 'GT' };
const shuttle = {
  ...ride,
  country: 'GT',
  transport_type: 'shuttle',
  destination: 'Flores',
  calendar: { ...booking.calendar, startLocal: '2026-12-05T08:00:00', endLocal: '2026-12-05T16:00:00' },
};

describe('the structured data of a booking', () => {
  test('is an event for an experience', async () => {
    const markup = EventReservation.parse(await markupOf('booking_confirmation', trip));
    expect(markup).toMatchObject({
      reservationNumber: '3C104349',
      reservationStatus: 'http://schema.org/ReservationConfirmed',
      underName: { name: 'Ana López' },
      reservedTicket: { ticketNumber: '3C104349' },
      numSeats: 2,
      totalPrice: '1351.00',
      priceCurrency: 'GTQ',
      reservationFor: {
        name: 'Castle & hot waterfall',
        startDate: '2026-12-05T14:30:00-06:00',
        endDate: '2026-12-05T18:30:00-06:00',
        location: {
          name: 'The blue dock below the bridge in Fronteras',
          address: { addressLocality: 'Río Dulce', addressCountry: 'GT' },
        },
      },
    });
  });

  test('is a trip by bus, or by boat, for a ride', async () => {
    const bus = BusReservation.parse(await markupOf('booking_confirmation', shuttle));
    expect(bus.reservationFor).toMatchObject({
      departureBusStop: { name: 'Central park of Antigua' },
      departureTime: '2026-12-05T08:00:00-06:00',
      arrivalBusStop: { name: 'Flores' },
      arrivalTime: '2026-12-05T16:00:00-06:00',
    });
    const boat = { ...shuttle, transport_type: 'boat', destination: null, title: 'Boat to Livingston' };
    const markup = BoatReservation.parse(await markupOf('booking_confirmation', boat));
    expect(markup.reservationFor.arrivalBoatTerminal.name).toBe('Boat to Livingston');
  });

  test('has the exact end where the clock goes back, because its hour occurs twice', async () => {
    const calendar = { ...trip.calendar, timeZone: 'Europe/Madrid', startLocal: '2026-10-25T00:30:00' };
    const ends = async (endsAt: string) => {
      const night = { ...trip, calendar: { ...calendar, endLocal: '2026-10-25T02:30:00', endsAt } };
      const markup = EventReservation.parse(await markupOf('booking_confirmation', night));
      return new Date(markup.reservationFor.endDate).toISOString();
    };
    for (const end of ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']) expect(await ends(end)).toBe(end);
  });

  test('contains the end in the cancellation, and a pending payment in the other email', async () => {
    const cancelled = { ...cancelledBooking, country: 'GT' };
    expect(await markupOf('booking_cancelled', cancelled)).toMatchObject({
      reservationNumber: '3C104349',
      reservationStatus: 'http://schema.org/ReservationCancelled',
    });
    const pending = { ...trip, calendar: { ...trip.calendar, status: 'TENTATIVE' } };
    expect(await markupOf('booking_confirmation', pending)).toMatchObject({
      reservationStatus: 'http://schema.org/ReservationPending',
    });
  });

  test('is in a reminder too', async () => {
    for (const template of ['reminder_evening', 'reminder_soon'])
      AnyReservation.parse(await markupOf(template, { ...reminder, country: 'GT' }));
  });

  test('has a day without a time', async () => {
    const day = { ...trip, start_time: null, calendar: { ...trip.calendar, startLocal: '2026-12-05', endLocal: null } };
    expect(await markupOf('booking_confirmation', day)).toMatchObject({ reservationFor: { startDate: '2026-12-05' } });
  });
});

test.each(samples)('never has the ticket\'s code in the markup of the email "%s"', async (_name, template, data) => {
  expect(JSON.stringify(await markupOf(template, data as object))).not.toContain(booking.check_in_code.slice(0, 8));
});

test.each([
  'message',
  'invite',
  'payout',
  'tomorrow',
  'go_no_go',
  'contact_message',
  'account_deleted',
  'payment_failed',
  'review_request',
])('structured data is missing from an email without a booking: %s', async (template) => {
  for (const [, name, data] of samples) if (name === template) expect(await markupOf(name, data as object)).toBeNull();
});

test.each([
  '</script><script>alert(1)</script>',
  '<!-- <script>',
  '"}],"@type":"Person","x":"',
  '\\u003c/script\\u003e \\" \\',
  '\u2028\u2029]]>&lt;&amp;',
])('keeps words like %s as plain text', async (title) => {
  const markup = EventReservation.parse(
    await markupOf('booking_confirmation', {
      ...trip,
      title,
      meeting_point: title,
      territory_name: title,
      full_name: title,
    }),
  );
  if (!/[\u2028\u2029]/.test(title)) expect(markup.reservationFor.name).toBe(title);
});

test('no word of a title ends the script', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (title) => {
      const markup = await markupOf('booking_confirmation', { ...trip, title: `x${title}</script>`, full_name: title });
      expect(markup).toMatchObject({ '@type': 'EventReservation', reservationNumber: '3C104349' });
    }),
    { numRuns: byNight(8, 60) },
  );
});

test.each([
  ['2026-12-05T14:30:00', 'America/Guatemala', '2026-12-05T14:30:00-06:00'],
  ['2026-07-05T14:30:00', 'Europe/Berlin', '2026-07-05T14:30:00+02:00'],
  ['2026-12-05T14:30:00', 'Europe/Berlin', '2026-12-05T14:30:00+01:00'],
  ['2026-12-05T14:30:00', 'Asia/Kathmandu', '2026-12-05T14:30:00+05:45'],
  ['2026-12-05T14:30:00', 'America/St_Johns', '2026-12-05T14:30:00-03:30'],
  ['2026-12-05T14:30:00', 'UTC', '2026-12-05T14:30:00+00:00'],
  // This time is skipped in spring, so the hour after it is used.
  ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T03:30:00+02:00'],
  ['2026-12-05', 'America/Guatemala', '2026-12-05'],
])('%s in %s is %s', (local, zone, expected) => {
  expect(withOffset(local, zone)).toBe(expected);
});
