// @vitest-environment node
import { expect, it } from 'vitest';
import { mailLink } from './mail-link.ts';

it.each([
  ['ana@example.test', 'mailto:ana@example.test'],
  ['a?bcc=spy%40evil.example&body=x@evil.test', 'mailto:a%3Fbcc%3Dspy%2540evil.example%26body%3Dx@evil.test'],
  ['ana+trips@example.test', 'mailto:ana%2Btrips@example.test'],
  ['"a@b"@example.test', 'mailto:%22a%40b%22@example.test'],
  ['josé@correo.test', 'mailto:jos%C3%A9@correo.test'],
])('gives %s one recipient', (email, link) => {
  expect(mailLink(email)).toBe(link);
  const { pathname, search } = new URL(mailLink(email));
  expect(search).toBe('');
  expect(decodeURIComponent(pathname)).toBe(email);
});
