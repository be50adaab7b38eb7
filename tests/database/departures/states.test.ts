import { expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow, signedIn } from '../booking/support/fixture.ts';
import { answer, call, cancel, offered, passExpiry, theDeparture } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const paid = (people: number, user = context.user) =>
  payFor(context.fixture, context.checkout, user, { num_people: people });

/** Reads this person's lists of all departures. */
async function statesFor(who: string) {
  const { db } = context.fixture;
  const ids = (await db.sql`select id from public.departures`).map((row) => row.id as string);
  return db.as(signedIn(who), (own) => own`select * from public.departure_states(${ids}::uuid[])`);
}

test('shows why a departure is cancelled, how many guests have answered, and how long it can be undone', async () => {
  await paid(2);
  const [other = ''] = await createUsers(context.fixture.db.sql, 1);
  await paid(1, other);
  expect(await statesFor(context.fixture.guide)).toEqual([]);
  const offer = await offered(context, { p_reason: 'road' });
  await answer(context.fixture, context.user, offer.offer_id, { p_answer: 'refund' });
  const { guide, staff, manager } = context.fixture;
  for (const who of [guide, staff, manager]) {
    expect(await statesFor(who)).toMatchObject([
      {
        status: 'cancelled',
        reason: 'road',
        cancelled_together: 1,
        open_offers: 1,
        answered_offers: 1,
        min_to_run: null,
      },
    ]);
  }
  for (const who of [context.user, other, context.fixture.shuttle]) expect(await statesFor(who)).toEqual([]);
  // An automatic refund isn't an answer.
  await passExpiry(context.fixture);
  await context.fixture.db.sql`select service.run_departures()`;
  expect(await statesFor(guide)).toMatchObject([{ open_offers: 0, answered_offers: 1, returned_offers: 1 }]);
});

test('shows how many guests a departure with a minimum has', async () => {
  const { fixture } = context;
  await call(fixture, fixture.staff, 'set_run_minimum', {
    p_service_id: fixture.experience,
    p_min_to_run: 4,
  });
  await paid(3);
  expect(await statesFor(fixture.guide)).toMatchObject([
    { status: 'scheduled', reason: null, min_to_run: 4, sold: 3, decides_at: expect.any(Date) },
  ]);
});

test('shows an offer with its choices to staff of its territory, who answer for a guest on the phone', async () => {
  await paid(1);
  const { offer_id } = await offered(context);
  const read = (who: string) => call(context.fixture, who, 'departure_offer', { p_offer_id: offer_id });
  expect(await read(context.fixture.staff)).toMatchObject({ offer_id, state: 'open', choices: expect.any(Array) });
  for (const who of [context.user, context.fixture.guide, context.fixture.shuttle])
    await expect(read(who)).rejects.toMatchObject({ status: 404, code: 'offer_not_found' });
});

test('refuses to cancel days without departures for those who run the territory', async () => {
  const { fixture } = context;
  const p_selection = {
    territory_id: 'rio',
    from: daysFromNow(3),
    to: daysFromNow(3),
    service_id: crypto.randomUUID(),
  };
  const preview = (who: string, selection: object = p_selection) =>
    call(fixture, who, 'preview_departure_cancellation', { p_selection: selection });
  expect(await preview(fixture.manager)).toMatchObject({ departures: [], bookings: 0 });
  await expect(preview(context.user)).rejects.toMatchObject({ status: 403 });
  expect(await preview(fixture.manager, { departures: [theDeparture(fixture)] })).toMatchObject({
    departures: [{ outcome: 'cancel' }],
  });
  await cancel(fixture, fixture.manager);
  expect(await preview(fixture.manager, { departures: [theDeparture(fixture)] })).toMatchObject({
    departures: [{ outcome: 'already_cancelled' }],
  });
});
