// @vitest-environment jsdom
import { parse, type Token } from '@messageformat/parser';
import ICAL from 'ical.js';
import { describe, expect, test, vi } from 'vitest';
import { LANGUAGES, SOURCE } from '../../supabase/functions/_shared/languages.ts';
import { translations } from '../../supabase/functions/_shared/mail/translations.ts';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, booking, cancelledBooking, failedPayment, payout, samples, teamBookings } from './mail-samples.ts';

const write = (template: string, data: unknown, language?: unknown) =>
  writeMail(template, { ...(data as object), language }, APP);
const spanish = (template: string, data: unknown) => write(template, data, 'es');

const others = LANGUAGES.filter((language) => language !== SOURCE);

/** Returns the literal parts of a message. */
function wordsOf(message: string): string[] {
  const textsOf = (tokens: Token[]): string[] =>
    tokens.flatMap((token) =>
      token.type === 'content'
        ? [token.value]
        : 'cases' in token
          ? token.cases.flatMap((one) => textsOf(one.tokens))
          : [],
    );
  return textsOf(parse(message)).map((text) => text.replace(/^[\s,:.)(]+|[\s,:.)(]+$/g, ''));
}

/** Returns our English words that this language translates. */
const englishOf = (translated: Record<string, string>): string[] =>
  Object.entries(translated)
    .filter(([english, other]) => english !== other)
    .flatMap(([english]) => wordsOf(english))
    .filter((words) => /\p{L}{2}/u.test(words));

/** Returns the words found in an email: sentences anywhere, short ones as label or button. */
function wordsIn(text: string, english: string[]): string[] {
  const lines = text.split('\n');
  return english.filter((words) =>
    words.includes(' ') ? text.includes(words) : lines.some((line) => line.startsWith(`${words}:`)),
  );
}

describe.each(others)('in $name', ({ code, dir, prefix }) => {
  const translated = translations[code] ?? {};
  const english = englishOf(translated);

  test.each(samples)('has no English sentence of ours in any part of the email "%s"', async (_name, template, data) => {
    const { subject, html, text } = await write(template, data, code);
    const document = new DOMParser().parseFromString(html, 'text/html');
    expect(document.documentElement).toMatchObject({ lang: code, dir });
    const alts = [...document.querySelectorAll('[alt]')].map((element) => element.getAttribute('alt'));
    expect(wordsIn([subject, document.body.textContent, ...alts, text].join('\n'), english)).toEqual([]);
    // Linked pages, except the one that a QR code opens for staff.
    for (const link of document.querySelectorAll('a'))
      if (link.href.startsWith(APP)) expect(link.href).toContain(`${APP}${prefix}/`);
  });

  test.each(samples)('translates every line of the email "%s"', async (_name, template, data) => {
    const original = (await write(template, data)).text.split('\n');
    const { text } = await write(template, data, code);
    const given = JSON.stringify(data);
    const same = text.split('\n').filter((line) => original.includes(line) && !line.trim().startsWith('https://'));
    // The rest are data, the brand, the ticket's code, and labels identical in both languages.
    const alike = Object.keys(translated).filter((message) => translated[message] === message);
    const ours = same.filter((line) => {
      const value = alike.reduce(
        (rest, label) => (rest.startsWith(`${label}: `) ? rest.slice(label.length + 2) : rest),
        line,
      );
      return /\p{L}{3}/u.test(value) && value !== 'Territorio' && !given.includes(JSON.stringify(value).slice(1, -1));
    });
    expect(ours).toEqual([]);
  });

  test.each(samples)('control: finds them in the English email "%s"', async (_name, template, data) => {
    const { subject, text } = await write(template, data);
    expect(wordsIn(`${subject}\n${text}`, english).length).toBeGreaterThan(3);
  });
});

test.each([
  ['no language', undefined],
  ['null', null],
  ['an unsupported language', 'fr'],
  ['the name of a built-in property', '__proto__'],
  ['a value that is not text', 7],
])('a row that names %s is written in English', async (_what, language) => {
  const mail = await write('booking_confirmation', booking, language);
  expect(mail).toEqual(await write('booking_confirmation', booking, 'en'));
  expect(mail.html).toContain('<html lang="en" dir="ltr">');
});

test('does not mix languages of concurrent emails', async () => {
  const codes = Array.from({ length: 20 }, (_, i) => LANGUAGES[i % LANGUAGES.length]?.code);
  const alone = new Map<unknown, unknown>();
  for (const code of LANGUAGES.map((language) => language.code))
    alone.set(code, await write('booking_confirmation', booking, code));
  const together = await Promise.all(codes.map((code) => write('booking_confirmation', booking, code)));
  together.forEach((mail, i) => {
    expect(mail).toEqual(alone.get(codes[i]));
  });
});

describe('a Spanish reader', () => {
  test('reads dates, times and amounts in the format of Guatemala', async () => {
    const { subject, text } = await spanish('booking_confirmation', booking);
    expect(subject).toBe('Su reserva: Castle & hot waterfall, 5 dic');
    for (const line of [
      'Hola, Ana López:',
      'Fecha: sábado, 5 de diciembre de 2026',
      'Hora: 2:30 p. m.',
      'Visitantes: 2 (reserva compartida)',
      'Total: Q1,351.00',
      `Ver mis reservas:\n${APP}/es/bookings`,
    ])
      expect(text).toContain(line);
    expect((await spanish('booking_confirmation', { ...booking, full_name: '' })).text).toContain('Hola:\n');
  });

  test('reads the calendar entry and the page in Spanish', async () => {
    const { attachments } = await spanish('booking_cancelled', cancelledBooking);
    const file = Buffer.from(attachments?.[0]?.content ?? '', 'base64').toString('utf8');
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') ?? undefined);
    expect(event.description).toBe(`Visitantes: 2 (reserva compartida)\nSu boleto: ${APP}/es/bookings`);
    expect(event.component.getFirstPropertyValue('url')).toBe(`${APP}/es/bookings`);
  });

  test('gives the local deadline of held seats', async () => {
    vi.setSystemTime('2026-11-21T20:30:00Z');
    const { text } = await spanish('payment_failed', failedPayment).finally(() => vi.useRealTimers());
    expect(text).toContain('(límite: 2:45 p. m., hora de Río Dulce)');
    expect(text).toContain(`Intentar de nuevo:\n${APP}/es/experiences/${failedPayment.service_id}`);
  });

  test.each([
    ['team_bookings', { ...teamBookings, count: 2 }, 'Río Dulce: 2 reservas nuevas'],
    ['payout', payout, '42 reservas, del 2 nov al 3 dic'],
    ['payout', { ...payout, lines: 1, last_trip: payout.first_trip }, '1 reserva, 2 nov'],
    ['payout', { ...payout, lines: 1200 }, '1,200 reservas'],
  ])('reads numbers in Spanish: %s', async (template, data, said) => {
    const { subject, text } = await spanish(template, data);
    expect(`${subject}\n${text}`).toContain(said);
  });
});

test('text that looks like a placeholder stays plain text', async () => {
  const title = '{n, plural, one {x}} \\u202e # <b>';
  const { subject, html, text } = await spanish('booking_confirmation', { ...booking, title, full_name: title });
  expect(subject).toContain('{n, plural, one {x}}');
  expect(html).toContain('&lt;b&gt;');
  expect(subject + html + text).not.toMatch(/\u202e/);
});
