import { expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, seatsFree } from './mail-samples.ts';

test('names the seats and the deadline, and links to the checkout', async () => {
  const { subject, text, html } = await writeMail('seats_free', seatsFree, APP);
  expect(subject).toBe('Good news, seats are available: Castle & hot waterfall, Dec 5');
  for (const said of [
    'The 3 seats you were waiting for are available.',
    'Saturday, December 5, 2026',
    "We'll hold your seats until Friday, December 4, 2026, 2:30 PM, local time.",
    `${APP}/experiences/${seatsFree.service_id}?date=2026-12-05&people=3&slot=${seatsFree.slot_id}#book`,
  ])
    expect(text).toContain(said);
  expect(html).toContain('Book seats');
});

test('the email is written in Spanish for one seat of a ride', async () => {
  const ride = { ...seatsFree, kind: 'transport', num_people: 1, language: 'es' };
  const { text } = await writeMail('seats_free', ride, APP);
  expect(text).toContain('Ya está libre el cupo que usted esperaba.');
  expect(text).toContain(
    `${APP}/es/transport/${seatsFree.service_id}?date=2026-12-05&people=1&slot=${seatsFree.slot_id}#book`,
  );
});
