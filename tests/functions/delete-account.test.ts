import { describe, expect, test } from 'vitest';
import { handle } from '../../supabase/functions/delete-account/handler.ts';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { PASSWORD } from '../database/booking/support/accounts.ts';
import { payFor, post, startPayment } from '../database/booking/support/checkout.ts';
import { departureOf } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { pending } from '../support/background-work.ts';

checkoutForEachTest();

async function end(password: unknown = PASSWORD, token: string | undefined = user) {
  const response = await handle(post({ password }, token), checkout.deps);
  const answer: unknown = await response.json();
  await pending.settled();
  return { status: response.status, answer };
}

const left = async () => {
  const { sql } = fixture.db;
  const [row] = await sql<Record<string, number>[]>`select
    (select count(*)::int from auth.users where id = ${user}) as users, (select count(*)::int from public.profiles where id = ${user}) as profiles,
    (select count(*)::int from storage.objects) as files, (select count(*)::int from private.account_deletions) as notes`;
  return row;
};
const GONE = { users: 0, profiles: 0, files: 0, notes: 0 };

const putFiles = () => fixture.db.sql`insert into storage.objects (bucket_id, name, owner_id) values
  ('images', ${`avatars/${user}/me.webp`}, ${user}), ('passports', ${`${user}/p.webp`}, ${user}),
  ('media', ${`user-submissions/${user}/a.webp`}, ${user})`;

describe('delete-account', () => {
  test('deletes the account with its files, confirms by email, and deletes the address', async () => {
    await putFiles();
    const [own] = await fixture.db.sql<{ email: string }[]>`select email from public.profiles where id = ${user}`;
    expect(await end()).toEqual({ status: 200, answer: { deleted: true } });
    expect(await left()).toEqual(GONE);
    expect(checkout.mails).toMatchObject([{ to: [own?.email], subject: 'Your account was deleted' }]);
    expect(checkout.mails[0]?.text).toContain("If this wasn't you");
    expect(await fixture.db.sql`select 1 from private.outbox where recipient = ${own?.email ?? ''}`).toEqual([]);
  });

  test('asks for the password a limited number of times', async () => {
    expect(await end('')).toMatchObject({ status: 400, answer: { message: 'Please enter your password' } });
    expect(await end(PASSWORD, 'nobody')).toMatchObject({ status: 401, answer: { code: 'not_signed_in' } });
    for (let n = 0; n < 5; n += 1)
      expect(await end('guess')).toMatchObject({ status: 403, answer: { code: 'wrong_password' } });
    // The correct password comes too late.
    expect(await end()).toMatchObject({ status: 429, answer: { code: 'too_many_attempts' } });
    expect(await left()).toMatchObject({ users: 1, profiles: 1 });
  });

  test('is refused with a future booking, and keeps everything', async () => {
    await putFiles();
    await payFor(fixture, checkout, user);
    expect(await end()).toMatchObject({ status: 409, answer: { code: 'account_blocked' } });
    expect(await left()).toMatchObject({ users: 1, profiles: 1, files: 3 });
  });

  test('cancels an open payment first, and releases the card and the seats', async () => {
    const { intent } = await startPayment(fixture, checkout, user);
    expect(await end()).toMatchObject({ status: 200 });
    expect((await checkout.deps.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 0 });
  });

  test('continues with the same call after it was killed once the data was deleted', async () => {
    await putFiles();
    const { accounts } = checkout.deps;
    for (const part of ['removeFiles', 'deleteUser'] as const) {
      checkout.deps.accounts = { ...accounts, [part]: () => Promise.reject(new Error('killed')) };
      expect(await end()).toMatchObject({ status: 500 });
      expect(await left()).toMatchObject({ users: 1, profiles: 0, notes: 1 });
    }
    checkout.deps.accounts = accounts;
    expect(await end()).toMatchObject({ status: 200 });
    expect(await left()).toEqual(GONE);
    expect(checkout.mails).toHaveLength(1);
  });

  test('is finished by the reconciler after it was killed', async () => {
    await putFiles();
    const { accounts } = checkout.deps;
    checkout.deps.accounts = { ...accounts, deleteUser: () => Promise.reject(new Error('killed')) };
    await end();
    await fixture.db.sql`update private.account_deletions set erased_at = erased_at - interval '2 minutes'`;
    const reconcileNow = () =>
      reconcile(post({}, undefined, { 'x-reconcile-secret': checkout.deps.reconcileSecret }), checkout.deps);
    expect(await (await reconcileNow()).json()).toMatchObject({ deletions: 0 });
    checkout.deps.accounts = accounts;
    await fixture.db.sql`update private.troubles set next_attempt_at = now()`; // its pause has ended
    expect(await (await reconcileNow()).json()).toMatchObject({ deletions: 1 });
    expect(await left()).toEqual(GONE);
  });
});
