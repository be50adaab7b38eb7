import { expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { referUsers } from '../booking/support/fixture.ts';
import { workAtStripe } from '../booking/support/refund.ts';
import { answer, cancel, offered, toDayAfter } from './support.ts';

// A partner's commission follows the booking.

const context = contextForEachTest({ seats: 8 });

/** Reads the partner's commission of the tourist's booking and its sum in the ledger. */
async function earned(booking: string) {
  const { sql } = context.fixture.db;
  const [row] = await sql`
    select (select sum(c.amount)::float from public.commissions c join public.referrals r on r.id = c.referral_id
             where r.booking_id = ${booking}) as commission,
           (select sum(l.amount)::float from private.ledger l where l.booking_id = ${booking} and l.party = 'partner') as ledger`;
  return row;
}

async function referredBooking(): Promise<string> {
  const { fixture, checkout, user } = context;
  await referUsers(fixture.db.sql, [user]);
  return (await payFor(fixture, checkout, user)).booking;
}

test('pays the partner nothing for a cancelled departure once the money is refunded', async () => {
  const { fixture, checkout, user } = context;
  const booking = await referredBooking();
  expect(await earned(booking)).toEqual({ commission: 17.55, ledger: 17.55 });
  const offer = await offered(context);
  // Nobody has answered yet, so the guest may still come on another day.
  expect(await earned(booking)).toEqual({ commission: 17.55, ledger: 17.55 });
  await answer(fixture, user, offer.offer_id, { p_answer: 'refund' });
  await workAtStripe(fixture.db, checkout);
  expect((await earned(booking))?.ledger).toBe(0);
  expect((await earned(booking))?.commission ?? 0).toBe(0);
});

test('moves the commission once with an accepted move', async () => {
  const { fixture, user } = context;
  const booking = await referredBooking();
  const offer = await offered(context);
  await answer(fixture, user, offer.offer_id, toDayAfter(fixture));
  expect(await earned(booking)).toEqual({ commission: 17.55, ledger: 17.55 });
  // The new departure is cancelled too, with the same amount.
  await cancel(fixture, fixture.guide, {
    p_selection: {
      departures: [
        {
          service_id: fixture.experience,
          slot_id: fixture.slot,
          service_date: toDayAfter(fixture).p_date,
        },
      ],
    },
  });
  expect(await earned(booking)).toEqual({ commission: 17.55, ledger: 17.55 });
});
