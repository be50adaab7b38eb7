import { expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, reminder, rideReminder } from './mail-samples.ts';

const write = (template: string, data: unknown) => writeMail(template, data, APP);

test('contains place, time, guide, what to bring, alerts, and where to write on the evening before', async () => {
  const { subject, text } = await write('reminder_evening', reminder);
  expect(subject).toBe('Tomorrow: Castle & hot waterfall, 2:30 PM');
  for (const said of [
    'Your trip is tomorrow',
    'Your trip starts tomorrow at 2:30 PM, Río Dulce time.',
    'There are delays on the river:\nRain on the river: please come a little earlier.',
    'We expect this to last until Sunday, December 6, 2026, 6:00 AM, local time.',
    `${APP}/territories/rio-dulce/conditions`,
    'Date: Saturday, December 5, 2026',
    'Meeting point: The blue dock below the bridge in Fronteras\n  https://maps.example/blue-dock',
    'Guide: Elmer Caal',
    'What to bring: your ticket and your passport\nAlso bring: A light rain jacket',
    'WhatsApp: +502 5512-3480\n  https://wa.me/50255123480',
    `Message the operator:\n${APP}/bookings/experience/${reminder.booking_id}/messages`,
  ])
    expect(text).toContain(said);
});

test('contains the pickup and the cash to bring for a ride in cash', async () => {
  const { subject, text } = await write('reminder_soon', rideReminder);
  expect(subject).toBe('Starts soon: Shuttle to Flores, 8:00 AM');
  expect(text).toContain('Pickup: Central park of Antigua\n  https://maps.example/antigua');
  expect(text).toContain('What to bring: your ticket and Q1,351.00 in cash');
  expect(text).not.toMatch(/WhatsApp|Expected until|tomorrow/);
});

test('does not ask for paid cash again', async () => {
  const { text } = await write('reminder_evening', { ...rideReminder, payment_status: 'completed' });
  expect(text).toContain('What to bring: your ticket\n');
});

test('omits a missing time', async () => {
  const { subject, text } = await write('reminder_evening', { ...reminder, start_time: null });
  expect(subject).toBe('Tomorrow: Castle & hot waterfall');
  expect(text).toContain('Your trip is tomorrow.');
});

test('links to the unsubscribe page in the email’s language', async () => {
  const stop = `/unsubscribe?emails=reminder_evening#${reminder.unsubscribe}`;
  expect((await write('reminder_evening', reminder)).text).toContain(
    `Unsubscribe from these emails: ${APP}${stop}\nTerritorio`,
  );
  expect((await write('reminder_evening', { ...reminder, language: 'es' })).text).toContain(`${APP}/es${stop}`);
  for (const unsubscribe of [undefined, null, 'short', '//evil.example'])
    expect((await write('reminder_evening', { ...reminder, unsubscribe })).text).not.toContain('Unsubscribe');
});

test('never contains the code of the ticket', async () => {
  for (const template of ['reminder_evening', 'reminder_soon']) {
    const { html, text } = await write(template, reminder);
    expect(html + text).not.toContain(reminder.check_in_code.slice(0, 8));
  }
});
