import { expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, booking } from './mail-samples.ts';

const choice = (service_date: string) => ({ title: booking.title, service_date, start_time: '09:00:00' });
const offer = {
  message: 'The river is closed',
  refund_amount: 1351,
  choices: [choice('2026-12-06'), choice('2026-12-07')],
};

test('the letter about a departure that does not take place names other dates and what goes back', async () => {
  const { subject, text } = await writeMail('departure_offer', { ...booking, offer }, APP);
  expect(subject).toContain(booking.title);
  for (const said of ['The river is closed', 'December 6', 'December 7', '9:00 AM', 'Q1,351.00', `${APP}/bookings`])
    expect(text).toContain(said);
});

test('where nothing was paid it speaks of no refund, and of many dates it names five', async () => {
  const choices = Array.from({ length: 9 }, (_, n) => choice(`2026-12-1${n}`));
  const { text } = await writeMail(
    'departure_offer',
    { ...booking, offer: { ...offer, message: null, refund_amount: 0, choices } },
    APP,
  );
  expect(text).not.toContain('Refund');
  expect(text).toContain('December 14');
  expect(text).not.toContain('December 15');
});

test('a booking that has moved is sent its new ticket', async () => {
  const { text, attachments } = await writeMail('booking_moved', { ...booking, booking_date: '2026-12-06' }, APP);
  expect(text).toContain('December 6');
  expect(attachments?.map(({ filename }) => filename)).toContainEqual(expect.stringMatching(/\.png$/));
});
