import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tellWallets } from '../../supabase/functions/_shared/wallet/tell-wallets.ts';
import { handle as processOutbox } from '../../supabase/functions/process-outbox/handler.ts';
import { handle as walletPass } from '../../supabase/functions/wallet-pass/handler.ts';
import { payFor, post } from '../database/booking/support/checkout.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { addPass, device, register, reissue, updates } from '../database/wallets/support.ts';
import { ApnsFake, GoogleFake, PASS_TYPE, Papers, walletsOf } from './wallet-support.ts';

checkoutForEachTest();
let papers: Papers;
let env: Record<string, string>;
let apns: ApnsFake;
let google: GoogleFake;
beforeAll(() => {
  papers = new Papers();
  env = papers.env();
});
afterAll(() => papers.remove());
beforeEach(async () => {
  apns = new ApnsFake(papers);
  google = new GoogleFake(papers);
  await apns.listen();
  checkout.deps.wallets = walletsOf(papers, env, apns);
});
afterEach(() => apns.close());

const sql = () => fixture.db.sql;
const due = () => sql()`update private.outbox set next_attempt_at = now() where kind = 'wallet'`;
const tell = () => tellWallets(checkout.deps);
const devices = async () => (await sql()`select count(*)::int as n from private.wallet_devices`)[0]?.n;

/** Creates a paid booking whose pass has been on a phone for an hour. */
async function onPhone() {
  const { booking } = await payFor(fixture, checkout, user);
  const serial = await addPass(fixture, user, booking);
  const phone = device('phone');
  await register(fixture, serial, phone);
  await sql()`update private.wallet_devices set saved_at = now() - interval '1 hour'`;
  return { booking, serial, phone };
}

describe("Apple's push service", () => {
  test('wakes the device once for each change, for our kind of pass and with our certificate, without anything of the ticket', async () => {
    const { booking, phone } = await onPhone();
    expect(await tell()).toEqual({ wallets: 0 });
    await reissue(fixture, booking);
    expect(await tell()).toEqual({ wallets: 1 });
    expect(await tell()).toEqual({ wallets: 0 });
    expect(apns.woken).toEqual([
      { path: `/3/device/${phone.p_push_token}`, topic: PASS_TYPE, body: '{}', certificate: `UID=${PASS_TYPE}` },
    ]);
    await reissue(fixture, booking);
    await tell();
    expect(apns.woken).toHaveLength(2);
  });

  test('no longer knows a device (410), which is deleted', async () => {
    const { booking } = await onPhone();
    await reissue(fixture, booking);
    apns.answers = [410];
    expect(await tell()).toEqual({ wallets: 0 });
    expect(await devices()).toBe(0);
    expect(await updates(fixture)).toEqual(['apple_pass discarded The device is no longer registered']);
    await reissue(fixture, booking);
    await tell();
    expect(apns.woken).toHaveLength(1);
  });

  test.each([429, 500, 503, 403])('causes a later retry with %i', async (status) => {
    const { booking } = await onPhone();
    await reissue(fixture, booking);
    apns.answers = [status];
    expect(await tell()).toEqual({ wallets: 0 });
    expect(await updates(fixture)).toEqual([`apple_pass queued Apple answered ${status}`]);
    expect(await tell()).toEqual({ wallets: 0 }); // not immediately
    await due();
    expect(await tell()).toEqual({ wallets: 1 });
    expect(await devices()).toBe(1);
  });

  test('causes no retry with 400, and the device stays', async () => {
    const { booking } = await onPhone();
    await reissue(fixture, booking);
    apns.answers = [400];
    await tell();
    expect(await updates(fixture)).toEqual(['apple_pass dead Apple answered 400']);
    expect(await devices()).toBe(1);
  });

  test('causes a later retry while unavailable', async () => {
    const { booking } = await onPhone();
    await reissue(fixture, booking);
    const { apple, google } = checkout.deps.wallets;
    const settings = apple();
    if (!settings) throw new Error('No certificate');
    checkout.deps.wallets = { google, apple: () => ({ ...settings, pushUrl: 'https://localhost:9' }) };
    expect(await tell()).toEqual({ wallets: 0 });
    expect(await updates(fixture)).toMatchObject([expect.stringMatching(/^apple_pass queued .*ECONNREFUSED/)]);
  });

  test('refuses calls without our certificate', async () => {
    const { booking } = await onPhone();
    await reissue(fixture, booking);
    const settings = checkout.deps.wallets.apple();
    if (!settings) throw new Error('No certificate');
    const stranger = { ...settings, certificate: papers.read('server.pem'), key: papers.read('server.key') };
    checkout.deps.wallets = { google: () => null, apple: () => stranger };
    expect(await tell()).toEqual({ wallets: 0 });
    expect(apns.woken).toEqual([]);
  });

  test('notifies each device once with two workers, and a slow one blocks no other', async () => {
    const { booking, serial } = await onPhone();
    for (let n = 0; n < 6; n += 1) await register(fixture, serial, device(`d${n}`));
    await reissue(fixture, booking);
    apns.answers = [503];
    const told = await Promise.all([tell(), tell(), tell()]);
    expect(told.reduce((sum, { wallets }) => sum + wallets, 0)).toBe(6);
    expect(new Set(apns.woken.map(({ path }) => path)).size).toBe(7);
    expect(apns.woken).toHaveLength(7);
  });
});

describe("Google's API", () => {
  const fetchGoogle = () => {
    checkout.deps.fetch = google.fetch;
  };
  async function saved() {
    const { booking } = await payFor(fixture, checkout, user);
    fetchGoogle();
    await walletPass(post({ booking_id: booking, wallet: 'google' }, user), checkout.deps);
    return booking;
  }
  const pass = () => [...google.objects.values()][0] as { state: string; barcode?: { value: string } };

  test('gets the new code after a change, and no code after the end', async () => {
    const booking = await saved();
    const before = pass().barcode?.value;
    await reissue(fixture, booking);
    expect(await tell()).toEqual({ wallets: 1 });
    const [row] = await sql()`select code from public.booking_codes where booking_id = ${booking}`;
    expect(pass().barcode?.value).toContain(row?.code as string);
    expect(pass().barcode?.value).not.toBe(before);
    await sql()`update public.bookings set status = 'cancelled' where id = ${booking}`;
    await tell();
    expect(pass().state).toBe('EXPIRED');
    expect(pass()).not.toHaveProperty('barcode');
  });

  test('creates nothing for an unknown pass, which is no longer notified', async () => {
    const booking = await saved();
    google.objects.clear();
    await reissue(fixture, booking);
    await tell();
    await reissue(fixture, booking);
    await tell();
    expect(google.objects.size).toBe(0);
    expect(await updates(fixture)).toEqual(['google_pass discarded The device is no longer registered']);
  });

  test('can be unavailable, or refuse permanently', async () => {
    const booking = await saved();
    await reissue(fixture, booking);
    google.answers = [503];
    await tell();
    expect(await updates(fixture)).toEqual(['google_pass queued Google answered 503']);
    await due();
    google.answers = [400];
    await tell();
    expect(await updates(fixture)).toEqual(['google_pass dead Google answered 400']);
  });
});

test('notifies wallets from the outbox worker, and reports missing certificates and continues', async () => {
  const { booking } = await onPhone();
  await reissue(fixture, booking);
  const run = async () => {
    const secret = { 'x-reconcile-secret': checkout.deps.reconcileSecret };
    return (await processOutbox(post({}, undefined, secret), checkout.deps)).json();
  };
  expect(await run()).toMatchObject({ wallets: 1 });
  await reissue(fixture, booking);
  checkout.deps.wallets = { apple: () => null, google: () => null };
  expect(await run()).toMatchObject({ wallets: 0 });
  expect(await updates(fixture)).toEqual(['apple_pass sent', 'apple_pass dead Apple Wallet is not set up']);
});
