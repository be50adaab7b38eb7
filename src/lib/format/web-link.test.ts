import { expect, it } from 'vitest';
import { webLink } from './web-link.ts';

it.each(['https://maps.example/?q=1', 'HTTP://maps.example'])('links to %s', (url) => {
  expect(webLink(url)).toBe(url);
});

it.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'javascript:alert(1)//https://maps.example',
  'javascript://maps.example/%0Aalert(1)',
  '//evil.example',
  '/bookings',
  'https://',
  '',
  null,
  undefined,
])('not to %j', (url) => {
  expect(webLink(url)).toBeUndefined();
});
