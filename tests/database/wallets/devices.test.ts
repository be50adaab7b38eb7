import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { refusal } from '../booking/support/fixture.ts';
import { call } from '../departures/support.ts';
import { addPass, claim, device, finish, onPhone, register, reissue, serialsOn, updates } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const due = () => sql()`update private.outbox set next_attempt_at = now() where kind = 'wallet'`;
const devices = async () => (await sql()`select count(*)::int as n from private.wallet_devices`)[0]?.n;

describe('a device', () => {
  test('is new once, changes its token, and can be deleted', async () => {
    const { fixture } = context;
    const { serial, phone } = await onPhone(context);
    expect(await register(fixture, serial, phone)).toBe('known');
    const renewed = { ...phone, p_push_token: 'ab'.repeat(32) };
    await register(fixture, serial, renewed);
    expect(await sql()`select push_token from private.wallet_devices`).toEqual([{ push_token: renewed.p_push_token }]);
    await context.checkout.deps.admin('forget_wallet_device', { p_serial: serial, p_device: phone.p_device });
    expect(await devices()).toBe(0);
  });

  test('is not stored for an unknown pass, or with invalid data', async () => {
    const { fixture } = context;
    const { serial } = await onPhone(context);
    expect(await register(fixture, '00000000-0000-4000-8000-000000000000', device('x'))).toBeNull();
    for (const odd of [
      { p_device: "x'; --" },
      { p_device: 'a'.repeat(129) },
      { p_push_token: 'no hex' },
      { p_push_token: '' },
    ])
      expect(await refusal(register(fixture, serial, { ...device('x'), ...odd }) as Promise<unknown>)).toMatchObject({
        code: 'invalid_input',
      });
    expect(await devices()).toBe(1);
  });

  test('replaces an older one if there are too many', async () => {
    const { fixture } = context;
    const { serial, phone } = await onPhone(context);
    for (let n = 0; n < 10; n += 1) await register(fixture, serial, device(`d${n}`));
    expect(await devices()).toBe(10);
    expect(await serialsOn(fixture, phone)).toBeNull();
    expect(await serialsOn(fixture, device('d9'))).toMatchObject({ serials: [serial] });
  });

  test('has another tag once one of its passes has changed', async () => {
    const { fixture } = context;
    const { booking, serial, phone } = await onPhone(context);
    const before = await serialsOn(fixture, phone);
    expect(await serialsOn(fixture, phone)).toEqual(before);
    await reissue(fixture, booking);
    const after = await serialsOn(fixture, phone);
    expect(after?.serials).toEqual([serial]);
    expect(after?.tag).not.toBe(before?.tag);
  });
});

describe('the result of a wallet update', () => {
  const told = async () => {
    const { booking, serial, phone } = await onPhone(context);
    await reissue(context.fixture, booking);
    const [one] = await claim(context.fixture);
    return { booking, serial, phone, id: one?.id ?? 0, data: one?.data };
  };

  test('is sent to that device, and ends it', async () => {
    const { fixture } = context;
    const { id, data, phone } = await told();
    expect(data).toEqual({ wallet: 'apple', push_token: phone.p_push_token });
    await finish(fixture, id, 'sent');
    await due();
    expect(await claim(fixture)).toEqual([]);
    expect(await updates(fixture)).toEqual(['apple_pass sent']);
  });

  test('gone: deletes the device for all of its passes, and its queued updates', async () => {
    const { fixture, user } = context;
    const { booking, id, phone } = await told();
    const another = await context.bookCash();
    await register(fixture, await addPass(fixture, user, another), phone);
    await sql()`update private.wallet_devices set saved_at = now() - interval '1 hour'`;
    await reissue(fixture, booking);
    await reissue(fixture, another);
    expect(await devices()).toBe(2);
    await finish(fixture, id, 'gone');
    expect(await devices()).toBe(0);
    expect(await claim(fixture)).toEqual([]);
    expect(await updates(fixture)).toEqual(Array(3).fill('apple_pass discarded The device is no longer registered'));
  });

  test('gone, but registered since: keeps the device', async () => {
    const { fixture } = context;
    const { id, serial, phone } = await told();
    await register(fixture, serial, phone);
    await finish(fixture, id, 'gone');
    expect(await devices()).toBe(1);
  });

  test('failed: is retried later, and finally discarded. refused: is final', async () => {
    const { fixture } = context;
    let { id } = await told();
    for (let attempt = 1; attempt < 12; attempt += 1) {
      await finish(fixture, id, 'failed', '503');
      expect(await claim(fixture)).toEqual([]);
      await due();
      id = (await claim(fixture))[0]?.id ?? 0;
    }
    await finish(fixture, id, 'failed', '503');
    expect(await updates(fixture)).toEqual(['apple_pass dead 503']);
  });

  test('ends its updates if Google has not saved it', async () => {
    const { fixture, user } = context;
    const booking = await context.bookCash();
    await addPass(fixture, user, booking, { p_google: true });
    await reissue(fixture, booking);
    const [one] = await claim(fixture);
    expect(one?.data).toMatchObject({ wallet: 'google' });
    await finish(fixture, one?.id ?? 0, 'gone');
    await reissue(fixture, booking);
    expect(await claim(fixture)).toEqual([]);
    expect(await updates(fixture)).toEqual(['google_pass discarded The device is no longer registered']);
  });

  test('is never claimed by two simultaneous workers, and never includes browser pushes', async () => {
    const { fixture } = context;
    const { booking, serial } = await onPhone(context);
    for (let n = 0; n < 8; n += 1) await register(fixture, serial, device(`d${n}`));
    await reissue(fixture, booking);
    const taken = (await Promise.all([claim(fixture, 9), claim(fixture, 9), claim(fixture, 9)])).flat();
    expect(taken).toHaveLength(9);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(9);
    expect(await call(fixture, context.user, 'my_data', {})).toMatchObject({ wallet_passes: [{ serial }] });
  });
});
