import { expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { referUsers } from '../booking/support/fixture.ts';
import { call } from '../departures/support.ts';
import { accept, aFriend, invite } from './support.ts';

const context = contextForEachTest({ seats: 8 });

test("counts a partner's guest as booked, even after a transfer", async () => {
  const { fixture, user, checkout } = context;
  const partner = await referUsers(fixture.db.sql, [user]);
  const { booking } = await payFor(fixture, checkout, user, {});
  const activity = async () => ((await call(fixture, partner, 'my_activity')) as { partner: object }).partner;
  expect(await activity()).toMatchObject({ referrals: 1, conversion_rate: 100 });
  const friend = await aFriend(fixture);
  await accept(fixture, friend, await invite(fixture, user, booking, friend));
  expect(await activity()).toMatchObject({ referrals: 1, conversion_rate: 100 });
});
