// @vitest-environment node
import { hostileAddresses } from '@tests/support/hostile-addresses';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths, safeNext, withQuery } from './paths.ts';

const HOSTILE: unknown[] = [
  ...hostileAddresses,
  'HTTPS://evil.example',
  '////evil.example',
  ' /bookings',
  '/bookings\u0000',
  '/book\u007fings',
  '/%5Cevil.example',
  '/%0a/evil.example',
  '/%0D/evil.example',
  '/./evil.example//',
  '/a/../..//evil.example',
  '/%2e//evil.example',
  '/a/%2e%2e//evil.example',
  'JavaScript:alert(1)',
  '/javascript:alert(1)\u000a//',
  'vbscript:x',
  'mailto:a@b.example',
  'evil.example',
  'bookings',
  '?next=/bookings',
  '#/bookings',
  ':443@evil.example',
  '.evil.example',
  '/login',
  '/login?next=/login',
  '/register#x',
  '/callback?code=1',
  '/login/',
  '',
  '/'.padEnd(3000, 'a'),
  null,
  undefined,
  42,
  {},
  ['/bookings'],
];

describe('safeNext', () => {
  it.each(HOSTILE)('refuses %j', (value) => {
    expect(safeNext(value, '/fallback')).toBe('/fallback');
  });

  it.each([
    '/',
    '/bookings',
    '/experiences/1?date=2026-10-14&people=2#panel',
    '/check-in/1?code=a%2Fb',
    '/regions?q=r%C3%ADo',
    '/password-reset',
    '/territories/rio-dulce?next=https://evil.example',
    '/loginx',
  ])('keeps %s', (value) => {
    expect(safeNext(value, '/fallback')).toBe(value);
  });

  it.each([
    ' /bookings',
    '/book ings',
    '/book\u007fings',
    '/a\\b',
    '/a/..//evil.example',
    '/..',
    '/./bookings',
    '/%2e%2e/bookings',
    'bookings',
    `/${'a'.repeat(2000)}`,
  ])('does not lead to %j', (value) => {
    expect(safeNext(value, '/fallback')).toBe('/fallback');
  });

  it('accepts an address of 2000 characters, and one with an escaped slash further on', () => {
    const long = `/${'a'.repeat(1999)}`;
    expect(safeNext(long, '/fallback')).toBe(long);
    expect(safeNext('/check-in/%2Fcode', '/fallback')).toBe('/check-in/%2Fcode');
    expect(safeNext('/regions//', '/fallback')).toBe('/regions//');
  });

  it('never leaves our own site, whatever it is given', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      'evil.example',
      'a',
      'https',
      'javascript',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const next = safeNext(pieces.join(''));
        const url = new URL(next, 'https://territorio.example');
        expect(url.origin).toBe('https://territorio.example');
        expect(next.startsWith('/')).toBe(true);
        expect(next.startsWith('//')).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('withQuery', () => {
  it('adds existing parameters and leaves out empty ones', () => {
    expect(withQuery(paths.login, { ref: 'HOTEL1' })).toBe('/login?ref=HOTEL1');
    expect(withQuery(paths.login, { ref: null, next: '' })).toBe('/login');
    expect(withQuery('/a?x=1#top', { ref: 'B C' })).toBe('/a?x=1&ref=B+C#top');
  });

  it('escapes parameters of paths', () => {
    expect(paths.territory('a/b?c')).toBe('/territories/a%2Fb%3Fc');
    expect(paths.checkIn('1', 'x&y')).toBe('/check-in/1?code=x%26y');
  });
});
