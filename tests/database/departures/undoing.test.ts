import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createHold, createUsers, refusal, signedIn } from '../booking/support/fixture.ts';
import { call, cancel, offersOf, passUndo, seatsOn } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (people = 1) => payFor(context.fixture, context.checkout, context.user, { num_people: people });

describe('a cancellation undone within two minutes', () => {
  const undo = (who: string, id: string) =>
    call(context.fixture, who, 'undo_departure_cancellation', { p_cancellation_id: id });

  test('restores everything, and nothing was sent', async () => {
    await paid();
    const { cancellation_id } = await cancel(context.fixture, context.fixture.guide);
    await context.checkout.deps.admin('claim_outbox', { p_limit: 100 });
    expect(await offersOf(context.fixture, context.user)).toEqual([]);
    expect(await undo(context.fixture.guide, cancellation_id)).toMatchObject({ undone: true });
    expect(await undo(context.fixture.guide, cancellation_id)).toMatchObject({ undone: true });
    expect(await seatsOn(context.fixture, context.fixture.date)).toMatchObject({ sold: 1, status: 'scheduled' });
    expect(
      await sql()`select state, last_error from private.outbox where template in ('departure_offer', 'departure_cancelled', 'departure_stopped')`,
    ).toEqual([1, 2].map(() => ({ state: 'discarded', last_error: 'The cancellation was undone' })));
    expect(await sql()`select state from private.departure_offers`).toEqual([{ state: 'undone' }]);
    const [other = ''] = await createUsers(sql(), 1);
    expect(await createHold(context.fixture, other)).toMatchObject({ state: 'held' });
    // A new cancellation creates new offers.
    await cancel(context.fixture, context.fixture.guide);
    expect(await sql()`select state from private.departure_offers order by state`).toEqual([
      { state: 'open' },
      { state: 'undone' },
    ]);
  });

  test('is possible for its team, but not for a guide whose desk has cancelled it', async () => {
    const { fixture } = context;
    await paid();
    const byGuide = await cancel(fixture, fixture.guide);
    expect(await undo(fixture.staff, byGuide.cancellation_id)).toMatchObject({ undone: true });
    const byStaff = await cancel(fixture, fixture.staff);
    expect(await refusal(undo(fixture.guide, byStaff.cancellation_id))).toMatchObject({ code: 'forbidden' });
    const [departure] = await sql()`select id from public.departures where service_id = ${fixture.experience}`;
    const until = async (who: string) =>
      (
        await fixture.db.as(
          signedIn(who),
          (own) => own`select undo_until from public.departure_states(array[${departure?.id}]::uuid[])`,
        )
      )[0]?.undo_until;
    expect(await until(fixture.staff)).toEqual(expect.any(Date));
    expect(await until(fixture.guide)).toBeNull();
    expect(await undo(fixture.manager, byStaff.cancellation_id)).toMatchObject({ undone: true });
  });

  test("can't be undone later, or by someone else", async () => {
    await paid();
    const { cancellation_id } = await cancel(context.fixture, context.fixture.guide);
    await expect(undo(context.user, cancellation_id)).rejects.toMatchObject({ status: 403 });
    await passUndo(context.fixture);
    await expect(undo(context.fixture.guide, cancellation_id)).rejects.toMatchObject({
      status: 409,
      code: 'departure_undo_over',
    });
    await expect(undo(context.fixture.guide, randomUUID())).rejects.toMatchObject({
      status: 404,
      code: 'cancellation_not_found',
    });
    expect(await seatsOn(context.fixture, context.fixture.date)).toMatchObject({ status: 'cancelled' });
  });
});
