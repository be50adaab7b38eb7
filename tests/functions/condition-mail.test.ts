import { expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, conditionOf, conditionOfMany } from './mail-samples.ts';

test('contains what is closed, the end, the affected day, and who decides', async () => {
  const { subject, text } = await writeMail('condition', conditionOf('closed'), APP);
  expect(subject).toBe('The river is closed: Castle & hot waterfall, Dec 5');
  for (const said of [
    'The river is closed',
    'the water is too high',
    'We expect this to last until Sunday, December 6, 2026, 6:00 AM, local time.',
    'Castle & hot waterfall: Saturday, December 5, 2026, 2:30 PM',
    'The operator will decide whether your departure goes ahead',
    'change or cancel your booking under the usual rules',
    'https://news.example/river',
    `${APP}/territories/rio-dulce/conditions`,
  ])
    expect(text).toContain(said);
});

test('names each of several trips with its day and time, and the first in the subject', async () => {
  const { subject, text } = await writeMail('condition', conditionOfMany, APP);
  expect(subject).toBe('The river is closed: your 3 trips from Dec 5');
  expect(text).toContain('This may affect 3 of your trips:');
  expect(text).toContain('Castle & hot waterfall: Saturday, December 5, 2026, 2:30 PM');
  expect(text).toContain('Shuttle to Flores: Sunday, December 6, 2026, 8:00 AM');
});

test('the email is in Spanish too', async () => {
  const one = await writeMail('condition', { ...conditionOf('closed'), language: 'es' }, APP);
  expect(one.subject).toBe('El río está cerrado: Castle & hot waterfall, 5 dic');
  const many = await writeMail('condition', { ...conditionOfMany, language: 'es' }, APP);
  expect(many.subject).toBe('El río está cerrado: sus 3 viajes desde el 5 dic');
  expect(many.text).toContain('Esto puede afectar 3 de sus viajes:');
});

test('leads people without an account to the ticket, not to bookings', async () => {
  const code = '0123456789abcdef'.repeat(4);
  const { text } = await writeMail('condition', { ...conditionOf('closed'), code }, APP);
  expect(text).toContain(code);
  expect(text).toContain('For news, please contact the person who sold you the ticket.');
  expect(text).not.toContain('My Bookings');
});

test('names no end when a road is open again', async () => {
  const { subject, text } = await writeMail('condition', conditionOf('open'), APP);
  expect(subject).toBe('The river is open again: Castle & hot waterfall, Dec 5');
  expect(text).not.toContain('to last until');
  expect(text).not.toContain('is still valid');
});

test('has a heading for data of a later version', async () => {
  expect((await writeMail('condition', conditionOf('flooded'), APP)).text).toContain('News about your booking');
});
