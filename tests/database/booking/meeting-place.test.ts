import { beforeEach, expect, test } from 'vitest';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import { signedIn } from './support/fixture.ts';

// Emails, calendar entries, the guide's day and the territory's week all show the meeting place
// (docs/rules/catalogue.md, Where guests meet).

const context = contextForEachTest({ seats: 4 });
let booking: string;

beforeEach(async () => {
  ({ booking } = await payFor(context.fixture, context.checkout, context.user));
  const { sql } = context.fixture.db;
  await sql`update public.territories set meeting_point = 'Park', meeting_point_link = 'https://maps.test/park' where id = 'rio'`;
});

const own = (place: string | null, link: string | null) =>
  context.fixture.db.sql`update public.experiences set meeting_point = ${place}, meeting_point_link = ${link}`;

/** Returns the meeting place in the email. */
async function told() {
  const { sql } = context.fixture.db;
  const [mail] = await sql`select d ->> 'meeting_point' as place, d ->> 'meeting_point_link' as link
    from private.mail_data(${booking}) d`;
  return mail;
}

test.each([
  ['nothing', null, null, { place: 'Park', link: 'https://maps.test/park' }],
  ['blanks', '  ', null, { place: 'Park', link: 'https://maps.test/park' }],
  ['a text alone', 'Dock', null, { place: 'Dock', link: null }],
  ['a link alone', null, 'https://maps.test/dock', { place: null, link: 'https://maps.test/dock' }],
  ['both', 'Dock', 'https://maps.test/dock', { place: 'Dock', link: 'https://maps.test/dock' }],
])('shows the meeting place of an experience that has %s of its own', async (_, place, link, expected) => {
  await own(place, link);
  expect(await told()).toEqual(expected);
});

test('shows the guide the same place in their day', async () => {
  const { guide, db } = context.fixture;
  const places = () => db.as(signedIn(guide), (sql) => sql`select place from public.day_departures('tour_guide')`);
  expect(await places()).toEqual([{ place: 'Park' }]);
  await own('Dock', null);
  expect(await places()).toEqual([{ place: 'Dock' }]);
});
