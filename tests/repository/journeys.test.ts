// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { touchedTags } from '../../scripts/test/changes.ts';

const FOLDER = 'tests/e2e';
const PARTS_OF_BOOKING = ['checkout', 'tickets'];
const AREAS = [...readdirSync('src/features'), ...PARTS_OF_BOOKING, 'check-in'].sort();
/** Covers code shared by all areas: scripts/test/changes.ts. */
const CORE = 'core';
const OTHER = ['phone', 'desktop', 'nightly', 'nightly-phone', 'nightly-desktop'];

/** `test('title', { tag: […] }, …` after formatting. */
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

test('each journey names the areas that it covers, and no tag is misspelt', () => {
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
