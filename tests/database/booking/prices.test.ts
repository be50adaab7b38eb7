import { expect, test } from 'vitest';
import { contextForEachTest } from './support/context.ts';
import { createHold, holdRequest } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

const context = contextForEachTest();

const quote = (type: string, people: number, service = context.fixture.experience) =>
  rpcFor(context.fixture.db, { role: 'anon' })('quote_booking', {
    p_service_id: service,
    p_booking_type: type,
    p_num_people: people,
  });
const hold = (type: string, people: number) =>
  createHold(context.fixture, context.user, holdRequest(context.fixture, { booking_type: type, num_people: people }));

test('charges the price of a shared booking per person, as quoted', async () => {
  const price = {
    unit_price: 175.5,
    total_price: 526.5,
    lines: [{ code: 'per_person', unit_price: 175.5, quantity: 3, amount: 526.5 }],
  };
  expect(await quote('shared', 3)).toMatchObject(price);
  expect(await hold('shared', 3)).toMatchObject(price);
});

test("reports what can't be booked by its own kind", async () => {
  const { experience, transport, db } = context.fixture;
  await db.sql`update public.services set visible = false where id in ${db.sql([experience, transport])}`;
  await expect(quote('shared', 3)).rejects.toMatchObject({ code: 'experience_not_found' });
  await expect(quote('shared', 3, transport)).rejects.toMatchObject({ code: 'transport_not_found' });
});

test('charges the price of a private group once, whatever its size', async () => {
  const price = {
    unit_price: 900,
    total_price: 900,
    lines: [{ code: 'whole_group', unit_price: 900, quantity: 1, amount: 900 }],
  };
  expect(await quote('private', 4)).toMatchObject(price);
  expect(await hold('private', 4)).toMatchObject(price);
});

test('rounds a price to the smallest coin of its currency', async () => {
  await context.fixture.db
    .sql`update public.territories set currency_code = 'JPY', currency_symbol = '¥' where id = 'rio'`;
  expect(await quote('shared', 3)).toMatchObject({ unit_price: 176, total_price: 528, currency_code: 'JPY' });
});
