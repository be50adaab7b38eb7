import { expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { late } from './mail-samples.ts';

const APP = 'https://territorio.example';

test('an email about a delay has both times, and one about its end the time as planned', async () => {
  const first = await writeMail('departure_late', late, APP);
  expect(first.subject).toBe('Running late: Castle & hot waterfall, now at 2:45 PM');
  expect(first.text).toContain(
    'Castle & hot waterfall is now expected at 2:45 PM instead of 2:30 PM, 15 minutes late.',
  );
  expect(first.text).toContain('Time: 2:30 PM');
  expect(first.text).toContain('Expected: 2:45 PM');
  const again = await writeMail('departure_late', { ...late, delay_minutes: 0, expected_time: null }, APP);
  expect(again.subject).toBe('On time again: Castle & hot waterfall');
  expect(again.text).toContain('Castle & hot waterfall leaves at 2:30 PM, as planned.');
  expect(again.text).not.toContain('Expected');
});

test('an email about a delay that ends after the scheduled time says that the trip leaves now', async () => {
  const ended = { ...late, delay_minutes: 0, expected_time: null, leaving: true };
  expect((await writeMail('departure_late', ended, APP)).subject).toBe('Leaving now: Castle & hot waterfall');
});

test('an email about a delay of a ride names the hotel at which the guest is picked up', async () => {
  const ride = {
    ...late,
    kind: 'transport',
    meeting_point: null,
    pickup_location: 'Central park',
    hotel_name: 'Hotel Isabel',
  };
  const first = await writeMail('departure_late', ride, APP);
  expect(first.text).toContain("We'll pick you up at Hotel Isabel, 15 minutes later than planned. Please wait there.");
  const ended = { ...ride, delay_minutes: 0, expected_time: null };
  expect((await writeMail('departure_late', ended, APP)).text).toContain(
    "We'll pick you up at Hotel Isabel. Please wait",
  );
  const leaving = await writeMail('departure_late', { ...ended, leaving: true }, APP);
  expect(leaving.text).toContain("We'll pick you up at Hotel Isabel. Please wait there.");
  expect(leaving.text).not.toContain('the place below');
  // Without a hotel, the guest comes to the ride's place.
  const here = await writeMail('departure_late', { ...ended, hotel_name: null, leaving: true }, APP);
  expect(here.text).toContain('Please come to the place shown below right away.');
  expect(here.text).not.toContain('pick you up');
});

test('an email about a delay is in Spanish, and leads guests without an account to their ticket', async () => {
  const code = '0123456789abcdef'.repeat(4);
  const spanish = await writeMail('departure_late', { ...late, language: 'es', walk_in: true, code }, APP);
  expect(spanish.subject).toBe('Con retraso: Castle & hot waterfall, ahora 2:45 p. m.');
  expect(spanish.text).toContain('15 minutos de retraso');
  expect(spanish.text).toContain(`${APP}/es/dock-ticket#${code}`);
  expect((await writeMail('departure_late', late, APP)).text).toContain(`${APP}/bookings`);
});
