import { expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, booking, late, otherPickup } from './mail-samples.ts';

test('an email about another pickup time names the hotel with the old and the new time', async () => {
  const mail = await writeMail('pickup_changed', otherPickup, APP);
  expect(mail.subject).toBe('New pickup time: Castle & hot waterfall, about 1:50 PM');
  expect(mail.text).toContain("We'll pick you up at Hotel Isabel at about 1:50 PM instead of 2:10 PM.");
  expect(mail.text).toContain('Pickup time: about 1:50 PM');
  expect(mail.text).toContain('Time: 2:30 PM');
});

test('an email about the first pickup time names only that one, and one about none leaves it to the driver', async () => {
  const first = await writeMail('pickup_changed', { ...otherPickup, pickup_before: null }, APP);
  expect(first.text).toContain("We'll pick you up at Hotel Isabel at about 1:50 PM.");
  const none = await writeMail('pickup_changed', { ...otherPickup, pickup_at: null }, APP);
  expect(none.text).toContain('Your driver will agree the time with you.');
  expect(none.text).not.toContain('Pickup time: about');
});

test('an email about a pickup on the day before has its day', async () => {
  const night = { ...otherPickup, start_time: '00:10:00', pickup_at: '2026-12-04T23:50:00', pickup_before: null };
  expect((await writeMail('pickup_changed', night, APP)).text).toContain('at about 11:50 PM, Fri, Dec 4.');
});

test('an email about another pickup time is in Spanish, and leads guests without an account to their ticket', async () => {
  const code = '0123456789abcdef'.repeat(4);
  const mail = await writeMail('pickup_changed', { ...otherPickup, language: 'es', walk_in: true, code }, APP);
  expect(mail.text).toContain('Hotel Isabel');
  expect(mail.text).toContain('1:50 p. m.');
  expect(mail.text).toContain(`${APP}/es/dock-ticket#${code}`);
});

test('the confirmation has the pickup time, also in its calendar file, and a delay shifts it', async () => {
  const calendar = { ...booking.calendar, hotel: 'Hotel Isabel', pickupLocal: '2026-12-05T13:50:00' };
  const mail = await writeMail('booking_confirmation', { ...otherPickup, calendar }, APP);
  expect(mail.text).toContain('Pickup time: about 1:50 PM');
  const file = mail.attachments?.find(({ filename }) => filename === 'booking.ics');
  expect(atob(file?.content ?? '').replaceAll('\r\n ', '')).toContain('Pickup at Hotel Isabel: about 1:50 PM');
  const delayed = { ...late, ...otherPickup, pickup_at: '2026-12-05T14:05:00' };
  expect((await writeMail('departure_late', delayed, APP)).text).toContain('Pickup time: about 2:05 PM');
});

test('an email about a corrected hotel names the pickup time that has changed with it', async () => {
  const changed = { corrected: ['hotel'], pickup_before: '2026-12-05T14:10:00' };
  const mail = await writeMail('booking_changed', { ...otherPickup, changed }, APP);
  expect(mail.text).toContain('Your hotel or pickup location is now Hotel Isabel.');
  expect(mail.text).toContain("We'll pick you up at about 1:50 PM instead of 2:10 PM.");
});
