import { beforeEach, describe, expect, test } from 'vitest';
import { ROUNDS } from '../../support/rounds.ts';
import { onWorkers } from '../booking/support/concurrency.ts';
import { brokenInvariants, createFixture, departureOf } from '../booking/support/fixture.ts';
import { checkoutForEachTest, fixture } from '../booking/support/for-each-test.ts';
import {
  call,
  cashOf,
  keepSeats,
  leavesIn,
  offlineSale,
  type Row,
  refused,
  saleOf,
  sell,
  sendOffline,
} from './support.ts';

// The response to a sale was lost, and it is repeated offline (docs/decisions/0063). Whichever request comes first,
// there is one sale.

checkoutForEachTest({ sound: true, seats: 8 });

let guide: string;
beforeEach(async () => {
  ({ guide } = fixture);
  await leavesIn(fixture, 60);
});
const keep = (changes: Row = {}) => keepSeats(fixture, guide, changes);
const send = (p: Row) => sendOffline(fixture, guide, p);
const cash = () => cashOf(fixture);

describe('a sale sent online without a response, then again from the reserve, under one key', () => {
  const both = async () => {
    const reserve = await keep();
    const online = saleOf(fixture, { guest_name: 'Ana', language: 'en' });
    return { reserve, online, again: offlineSale(fixture, reserve, { idempotency_key: online.idempotency_key }) };
  };

  test('is the existing sale, and the reserve keeps its seats', async () => {
    const { online, again, reserve } = await both();
    const sold = await sell(fixture, guide, online);
    for (let time = 0; time < 2; time++)
      expect(await send(again)).toMatchObject({ result: 'sold', sale: { sale_id: sold.sale_id, guest_name: 'Ana' } });
    expect(await departureOf(fixture)).toMatchObject({ held: 4, sold: 2 });
    expect(await cash()).toEqual({ sum: 351, n: 1 });
    expect(await send(offlineSale(fixture, reserve, { num_people: 4, amount: 702 }))).toMatchObject({ result: 'sold' });
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 6 });
  });

  test('checks in once, and an undo is not overwritten by a repeated request', async () => {
    await leavesIn(fixture, 20);
    const { online, again } = await both();
    const sold = await sell(fixture, guide, online);
    const arrived = { ...again, arrived: true };
    expect(await send(arrived)).toMatchObject({ sale: { check_in_status: 'checked_in' } });
    await call(fixture, guide, 'undo_dock_sale', { p_sale_id: sold.sale_id });
    expect(await send(arrived)).toMatchObject({ sale: { state: 'undone', check_in_status: 'pending' } });
  });

  test('sells nothing more through the late online request', async () => {
    const { online, again } = await both();
    expect(await send(again)).toMatchObject({ result: 'sold' });
    expect(await refused(sell(fixture, guide, online))).toBe('idempotency_key_reused');
    expect(await departureOf(fixture)).toMatchObject({ held: 2, sold: 2 });
    expect(await cash()).toEqual({ sum: 351, n: 1 });
  });

  test('is not applied after the other was refused, because the cash is returned', async () => {
    const { online, again } = await both();
    expect(await send({ ...again, waiver_version: null })).toMatchObject({ result: 'refused' });
    expect(await refused(sell(fixture, guide, online))).toBe('idempotency_key_reused');
    expect(await cash()).toEqual({ sum: 0, n: 0 });
  });

  test('is another sale for other people, another amount or a card', async () => {
    const { online, again } = await both();
    await sell(fixture, guide, online);
    expect(await refused(send({ ...again, num_people: 1, amount: 175.5 }))).toBe('idempotency_key_reused');
    expect(await refused(send({ ...again, amount: 350 }))).toBe('idempotency_key_reused');
    const card = saleOf(fixture, { payment_method: 'card' });
    await sell(fixture, guide, card);
    expect(await refused(send({ ...again, idempotency_key: card.idempotency_key }))).toBe('idempotency_key_reused');
  });
});

test(`makes one sale online and from the reserve, in any order and each twice, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
  for (let run = 0; run < ROUNDS; run++) {
    const world = await createFixture({ seats: 40 });
    await leavesIn(world, 90);
    const reserve = await keepSeats(world, world.guide, { seats: 8 });
    const pressed = Array.from({ length: 8 }, (_, n) => {
      const online = saleOf(world, { num_people: 1, amount: 175.5 });
      const again = offlineSale(world, reserve, {
        idempotency_key: online.idempotency_key,
        num_people: 1,
        amount: 175.5,
      });
      const work = [() => sell(world, world.guide, online), () => sendOffline(world, world.guide, again)];
      return n % 2 ? work : work.reverse();
    });
    await onWorkers(20, [...pressed.flat(), ...pressed.flat()], async (ask) => {
      const code = await Promise.resolve(ask()).then(
        () => null,
        (error: { code: string }) => error.code,
      );
      // The online request came second, and nobody waits for its response.
      expect([null, 'idempotency_key_reused']).toContain(code);
    });
    expect((await departureOf(world)).sold).toBe(8);
    expect(await brokenInvariants(world)).toEqual([]);
    await world.db.drop();
  }
});

// Negative control: with a different key, the second request is a second sale.
test('control: another key makes a second sale', async () => {
  const reserve = await keep();
  await sell(fixture, guide, saleOf(fixture));
  await send(offlineSale(fixture, reserve));
  expect((await departureOf(fixture)).sold).toBe(4);
  expect(await cash()).toEqual({ sum: 702, n: 2 });
});
