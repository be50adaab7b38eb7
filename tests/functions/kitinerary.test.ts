import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, booking, cancelledBooking, reminder, ride } from './mail-samples.ts';

// Reads our emails with KDE's extractor, which Debian has as libkpimitinerary-bin (12) and libkpim6itinerary-bin.
// .ci/run doesn't install its 70 MB, and the tests are skipped without it.

const extractor = (() => {
  const root = '/usr/lib';
  const folders = existsSync(root) ? readdirSync(root) : [];
  const places = folders.flatMap((arch) => ['kf5', 'kf6'].map((kf) => join(root, arch, 'libexec', kf)));
  return places.map((folder) => join(folder, 'kitinerary-extractor')).find((file) => existsSync(file));
})();

/** Returns the data found in an email's HTML. */
async function read(template: string, data: object, ...options: string[]): Promise<unknown[]> {
  const { html } = await writeMail(template, data, APP);
  const out = execFileSync(extractor ?? '', ['-c', '2026-11-28T00:00:00', ...options], {
    input: html,
    encoding: 'utf8',
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
  });
  return JSON.parse(out) as unknown[];
}

const trip = { ...booking, country: 'GT' };
const shuttle = {
  ...ride,
  country: 'GT',
  transport_type: 'shuttle',
  destination: 'Flores',
  calendar: { ...booking.calendar, startLocal: '2026-12-05T08:00:00', endLocal: '2026-12-05T16:00:00' },
};
/** Expects a time in a known zone, or with its offset only. */
const at = (moment: string) => expect.toSatisfy((read: unknown) => JSON.stringify(read).includes(moment));

describe.skipIf(!extractor)("KDE's extractor reads", () => {
  test('an experience: what, when, where, whose and its number', async () => {
    expect(await read('booking_confirmation', trip)).toMatchObject([
      {
        '@type': 'EventReservation',
        reservationNumber: '3C104349',
        reservationStatus: 'http://schema.org/ReservationConfirmed',
        underName: { '@type': 'Person', name: 'Ana López' },
        reservedTicket: { '@type': 'Ticket', ticketNumber: '3C104349' },
        reservationFor: {
          '@type': 'Event',
          name: 'Castle & hot waterfall',
          startDate: at('2026-12-05T14:30:00-06:00'),
          endDate: at('2026-12-05T18:30:00-06:00'),
          location: {
            name: 'The blue dock below the bridge in Fronteras',
            address: { addressLocality: 'Río Dulce', addressCountry: 'GT' },
          },
        },
      },
    ]);
  });

  test('a shuttle: its route and time', async () => {
    expect(await read('booking_confirmation', shuttle)).toMatchObject([
      {
        '@type': 'BusReservation',
        reservationNumber: '3C104349',
        underName: { name: 'Ana López' },
        reservationFor: {
          '@type': 'BusTrip',
          departureBusStop: { name: 'Central park of Antigua' },
          departureTime: at('2026-12-05T08:00:00-06:00'),
          arrivalBusStop: { name: 'Flores' },
          arrivalTime: at('2026-12-05T16:00:00-06:00'),
        },
      },
    ]);
  });

  // Version 22.12 supports boat trips, but its command line doesn't, so the last step is skipped.
  test('a boat: its route and time', async () => {
    const boat = { ...shuttle, transport_type: 'boat', destination: 'Livingston' };
    expect(await read('booking_confirmation', boat, '--no-validation')).toMatchObject([
      {
        '@type': 'BoatReservation',
        reservationNumber: '3C104349',
        underName: { name: 'Ana López' },
        reservationFor: {
          '@type': 'BoatTrip',
          departureBoatTerminal: { '@type': 'BoatTerminal', name: 'Central park of Antigua' },
          departureTime: at('2026-12-05T08:00:00-06:00'),
          arrivalBoatTerminal: { '@type': 'BoatTerminal', name: 'Livingston' },
          arrivalTime: at('2026-12-05T16:00:00-06:00'),
        },
      },
    ]);
  });

  test.each([
    ['booking_cancelled', { ...cancelledBooking, country: 'GT' }, 'ReservationCancelled'],
    ['booking_confirmation', { ...trip, calendar: { ...trip.calendar, status: 'TENTATIVE' } }, 'ReservationPending'],
    ['reminder_evening', { ...reminder, country: 'GT' }, 'ReservationConfirmed'],
  ])('the state of a booking: %s', async (template, data, status) => {
    expect(await read(template, data)).toMatchObject([
      { reservationNumber: '3C104349', reservationStatus: `http://schema.org/${status}` },
    ]);
  });

  test('a day without a time', async () => {
    const day = { ...trip, start_time: null, calendar: { ...trip.calendar, startLocal: '2026-12-05', endLocal: null } };
    expect(await read('booking_confirmation', day)).toMatchObject([
      { reservationFor: { startDate: at('2026-12-05') } },
    ]);
  });

  test('finds nothing in an email without a booking', async () => {
    const { html } = await writeMail('booking_confirmation', trip, APP);
    const words = html.replace(/<script[\s\S]*?<\/script>/, '');
    const out = execFileSync(extractor ?? '', {
      input: words,
      encoding: 'utf8',
      env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
    });
    expect(JSON.parse(out)).toEqual([]);
  });
});
