// @vitest-environment node
import { expect, it } from 'vitest';
import { isTicket, readTicket, statementOf } from './ticket';

const origin = 'https://territorio.test';
const id = '5a0b1c2d-0000-4000-8000-00000000000a';
const code = '0123456789abcdef0123456789abcdef';
const to = `/check-in/${id}?code=${code}`;

it.each([
  ['the QR code of a ticket', `${origin}${to}`],
  ['with what a scanner adds', ` ${origin}/check-in/${id.toUpperCase()}/?code=${code.toUpperCase()}&utm=x#top\n`],
  ['with something else after it', `${origin}${to}#12x`],
])('%s opens its check-in', (_, text) =>
  expect(readTicket(text, origin)).toEqual({ is: 'ticket', id, code, statement: null }),
);

it('reads the statement of a signed ticket', () =>
  expect(readTicket(`${origin}${to}#1234567890`, origin)).toEqual({ is: 'ticket', id, code, statement: '1234567890' }));

it.each([
  ['as it is printed', '01234567 89abcdef 01234567 89abcdef'],
  ['in capitals', code.toUpperCase()],
])('reads a code %s as a code', (_, text) => expect(readTicket(text, origin)).toEqual({ is: 'code', code }));

it.each(['01234567', ' 0123 4567', 'ol23-4567', 'OI23 4567', '０１２３ ４５６７', '٠١٢٣٤٥٦٧'])(
  'reads %s, spoken, as the beginning of a code',
  (text) => expect(readTicket(text, origin)).toEqual({ is: 'code', code: '01234567' }),
);

it.each([
  [`https://evil.test${to}`, 'evil.test'],
  [`https://territorio.test.evil.test${to}`, 'territorio.test.evil.test'],
  [`https://territorio.test@evil.test${to}`, 'evil.test'],
  [`http://territorio.test${to}`, 'territorio.test'],
  [`https://territorio.test:8443${to}`, 'territorio.test:8443'],
])('leads nowhere outside our site with %s', (text, host) =>
  expect(readTicket(text, origin)).toEqual({ is: 'foreign', host }),
);

it.each([
  '',
  'WIFI:T:WPA;S:dock;P:secret;;',
  `javascript:location='https://evil.test'//${code}`,
  `data:text/html,${to}`,
  `//evil.test${to}`,
  `shttp://evil.test${to}`,
  `httpx://territorio.test${to}`,
  to,
  `${origin}/check-in/${id}`,
  `${origin}/check-in/${id}?code=short`,
  `${origin}/check-in/${id}/../../admin?code=${code}`,
  `${origin}/login?next=https://evil.test&code=${code}`,
  `${origin}/check-in/42?code=${code}`,
])('refuses %s as a ticket', (text) => expect(readTicket(text, origin)).toEqual({ is: 'other' }));

it('reads a statement only from a complete fragment of digits', () => {
  expect(statementOf('#12')).toBe('12');
  for (const hash of ['', '#', '12', 'x#12', '#12x', '#-12']) expect(statementOf(hash)).toBeNull();
});

it('checks in only a ticket and a typed code', () => {
  expect(isTicket(readTicket(`${origin}${to}`, origin))).toBe(true);
  expect(isTicket(readTicket(code, origin))).toBe(true);
  expect(isTicket(readTicket(`https://evil.test${to}`, origin))).toBe(false);
  expect(isTicket(readTicket('WIFI', origin))).toBe(false);
});
