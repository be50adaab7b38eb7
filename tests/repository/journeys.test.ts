// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  changesAllTests,
  journeyPattern,
  needsPublicPages,
  SMOKE,
  testsThatImport,
  touchedTags,
} from '../../scripts/test/changes.ts';

const FOLDER = 'tests/e2e';
const PARTS_OF_BOOKING = ['checkout', 'tickets'];
const AREAS = [...readdirSync('src/features'), ...PARTS_OF_BOOKING, 'check-in'].sort();
/** The tag for code that all areas share: scripts/test/changes.ts. */
const CORE = 'core';
const OTHER = ['phone', 'desktop', 'nightly', 'nightly-phone', 'nightly-desktop', SMOKE.slice(1)];

/** Matches `test('title', { tag: […] }, …` after formatting. */
const TEST = /(?<![.\w])test\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1,\s*(?:\{([^}]*)\})?/g;

const tagsIn = (text: string): string[] => [...text.matchAll(/'@([\w-]+)'/g)].map(([, tag = '']) => tag);

const journeys = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.spec.ts'))
  .flatMap((file) => {
    const source = readFileSync(join(FOLDER, file), 'utf8');
    return [...source.matchAll(TEST)].map(([, , title = '', options = '']) => ({
      name: `${file}: ${title}`,
      // Tags spread into the list are defined elsewhere in the file.
      tags: tagsIn(options.includes('...') ? source : options),
    }));
  });

test('each journey names its areas, and no tag is misspelt', () => {
  expect(journeys.length).toBeGreaterThan(50);
  const known = [...AREAS, CORE, ...OTHER];
  expect(journeys.filter(({ tags }) => !tags.some((tag) => AREAS.includes(tag))).map(({ name }) => name)).toEqual([]);
  expect(journeys.flatMap(({ tags }) => tags).filter((tag) => !known.includes(tag))).toEqual([]);
});

test('a journey of booking names its parts', () => {
  const ofBooking = journeys.filter(({ tags }) => tags.includes('booking'));
  const others = [...PARTS_OF_BOOKING, 'dock', 'departures'];
  expect(ofBooking.filter(({ tags }) => !tags.some((tag) => others.includes(tag))).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['src/features/booking/checkout/form/BookingForm.tsx', '@checkout'],
  ['src/features/dock/check-in/CheckInScreen.tsx', '@check-in'],
  ['src/features/booking/guest-name.ts', '@booking'],
  ['src/features/booking/waiting/queries.ts', '@booking'],
  ['src/features/dock/cash-book/MyCashBook.tsx', '@dock'],
  ['src/ui/form/Field.tsx', '@core'],
  ['supabase/schemas/catalogue/services.sql', '@core'],
  ['docs/testing.md', undefined],
])('a change of %s runs the journeys tagged %s', (file, tag) => {
  expect(touchedTags([file])).toEqual(tag ? [tag] : []);
});

test.each([...AREAS, CORE])('the default run has a journey for %s', (area) => {
  const inDefaultRun = journeys.filter(({ tags }) => tags.includes(area) && !tags.includes('nightly'));
  expect(inDefaultRun).not.toEqual([]);
});

/** Each costs ten seconds of `test:changed`, which has a minute. */
const MAX_SMOKE = 4;

test.each([...AREAS, CORE])('%s has one to four smoke tests in the default run', (area) => {
  const smoke = journeys.filter(({ tags }) => tags.includes(area) && tags.includes('smoke'));
  expect(smoke).not.toEqual([]);
  expect(smoke.length).toBeLessThanOrEqual(MAX_SMOKE);
  expect(smoke.filter(({ tags }) => tags.includes('nightly'))).toEqual([]);
});

test('a change runs the smoke tests of its area, and the changed journeys', () => {
  /** Returns the text that Playwright compares a pattern with. */
  const found = (files: string[], journey: string) => new RegExp(journeyPattern(files) ?? '(?!)').test(journey);
  const form = 'src/features/booking/checkout/form/BookingForm.tsx';
  expect(found([form], 'phone main-job.spec.ts a guest pays @booking @checkout @smoke')).toBe(true);
  expect(found([form], 'phone main-job.spec.ts a guest pays @booking @checkout')).toBe(false);
  expect(found([form], 'phone dock.spec.ts a guide sells @dock @smoke')).toBe(false);
  expect(found([form], 'phone dock.spec.ts a guide sells @checkout-other @smoke')).toBe(false);
  const changed = ['tests/e2e/accessibility/booking.spec.ts', 'tests/e2e/dock.spec.ts'];
  expect(found(changed, 'phone accessibility/booking.spec.ts the waiver @booking')).toBe(true);
  expect(found(changed, 'phone dock.spec.ts a guide sells @dock')).toBe(true);
  expect(found(changed, 'phone transport-booking.spec.ts the waiver @booking @smoke')).toBe(false);
  expect(journeyPattern(['docs/testing.md'])).toBeUndefined();
});

test('the public pages are built for journeys that may need them', () => {
  const needed = ['src/features/site/home/Hero.tsx', 'src/ui/form/Field.tsx', 'tests/e2e/public-html.spec.ts'];
  expect(needed.filter((file) => !needsPublicPages([file]))).toEqual([]);
  expect(needsPublicPages(['src/features/booking/checkout/HoldMinimum.tsx', 'docs/testing.md'])).toBe(false);
});

test('a change runs the tests that import it, directly or through other files, unless they only use its types', () => {
  const form = 'src/features/booking/checkout/HoldMinimum.tsx';
  const tests = testsThatImport([form, 'supabase/functions/_shared/wallet/google.ts', 'src/types/database.ts']);
  expect(tests).toContain('src/features/booking/checkout/HoldStep.test.tsx');
  expect(tests.some((file) => file.startsWith('tests/functions/'))).toBe(true);
  expect(tests.length).toBeLessThan(20);
});

test('a change to the settings of all tests is recognised', () => {
  expect(changesAllTests(['docs/testing.md', 'vitest.config.ts'])).toBe(true);
  expect(changesAllTests(['src/vite-env.ts', 'packages/local-server/package.json'])).toBe(false);
});
