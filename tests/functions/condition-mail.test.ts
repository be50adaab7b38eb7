import { expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, conditionOf } from './mail-samples.ts';

test('the letter says what is closed, until when, and that nothing has changed for the booking', async () => {
  const { subject, text } = await writeMail('condition', conditionOf('closed'), APP);
  expect(subject).toBe('Closed: Castle & hot waterfall');
  for (const said of [
    'The river is closed',
    'the water is too high',
    'Expected until Sunday, December 6, 2026, 6:00 AM, local time.',
    'Your booking stands as it is.',
    'https://news.example/river',
    `${APP}/territories/rio-dulce/conditions`,
  ])
    expect(text).toContain(said);
});

test('of what is open again it speaks of no end', async () => {
  const { text } = await writeMail('condition', conditionOf('open'), APP);
  expect(text).toContain('The river is open again');
  expect(text).not.toContain('Expected until');
  expect(text).not.toContain('Your booking stands');
});

test('what a later version sends still has a heading', async () => {
  expect((await writeMail('condition', conditionOf('flooded'), APP)).text).toContain('News about your booking');
});
