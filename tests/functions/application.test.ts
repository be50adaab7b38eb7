import { beforeEach, describe, expect, test } from 'vitest';
import { networkOf } from '../../supabase/functions/_shared/http.ts';
import { handle } from '../../supabase/functions/send-application/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { createUsers } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';

checkoutForEachTest();

let number = 0;
beforeEach(() => {
  number = 0;
});

/** Sends a different application each time, from an IP address or an account. */
async function apply(from: string, changes: Record<string, unknown> = {}): Promise<string> {
  number += 1;
  const form = { kind: 'tour_guide', name: `Ana ${number}`, email: `ana.${number}@example.test`, ...changes };
  const account = from.length === 36;
  const request = account
    ? post(form, from)
    : post(form, undefined, { 'cf-connecting-ip': from, 'x-forwarded-for': `198.51.100.${number}` });
  const response = await handle(request, checkout.deps);
  const { code } = (await response.json()) as { code?: string };
  return response.status === 200 ? 'ok' : String(code);
}
const times = async (count: number, call: (n: number) => Promise<string>) => {
  const outcomes: string[] = [];
  for (let n = 0; n < count; n += 1) outcomes.push(await call(n));
  return outcomes;
};
const five = ['ok', 'ok', 'ok', 'ok', 'ok'];
const emailOf = async (id: string) => {
  const [row] = await fixture.db.sql`select email from auth.users where id = ${id}`;
  return row?.email as string;
};

describe('the network of a request', () => {
  const sent = post({}, undefined, {
    'cf-connecting-ip': '203.0.113.7',
    'x-forwarded-for': '1.2.3.4, 198.51.100.9',
    'x-real-ip': '192.0.2.1',
  });
  test.each([
    ['of hosted Supabase, where nothing is set', undefined, '203.0.113.7'],
    ['the same, where it is set to nothing', '', '203.0.113.7'],
    ['the header that is set', 'X-Real-IP', '192.0.2.1'],
    ['of a list what the nearest proxy added', 'x-forwarded-for', '198.51.100.9'],
    ['no other header when that one is missing', 'fly-client-ip', null],
  ])('is %s', (_, header, network) => expect(networkOf(sent, header)).toBe(network));
});

describe('applications', () => {
  test("are limited to five a day from a visitor's network without affecting others", async () => {
    expect(await times(6, () => apply('203.0.113.7'))).toEqual([...five, 'rate_limited_day']);
    expect(await apply('203.0.113.8')).toBe('ok');
    expect(await apply(user)).toBe('ok');
  });

  test('count a household as one network, however many IPv6 addresses it uses', async () => {
    expect(await times(6, (n) => apply(`2001:db8:1:2::${n + 1}`))).toEqual([...five, 'rate_limited_day']);
    expect(await apply('2001:db8:1:3::1')).toBe('ok');
  });

  test('count an IPv4-mapped IPv6 address as the IPv4 address', async () => {
    expect(await times(6, () => apply('::ffff:203.0.113.7'))).toEqual([...five, 'rate_limited_day']);
    expect(await apply('::ffff:203.0.113.8')).toBe('ok');
    expect(await apply('203.0.113.7')).toBe('rate_limited_day');
  });

  test('without a valid network are counted together for an hour, without affecting others', async () => {
    await fixture.db.sql`update private.limits set value = 4 where name = 'application.unknown_hour'`;
    const unknown = ['', 'spoofed', '203.0.113.7:443', '1.2.3', ''];
    expect(await times(5, (n) => apply(unknown[n] ?? ''))).toEqual(['ok', 'ok', 'ok', 'ok', 'rate_limited_hour']);
    expect(await apply('203.0.113.7')).toBe('ok');
    expect(await apply(user)).toBe('ok');
    await fixture.db.sql`update private.application_senders set created_at = created_at - interval '61 minutes'`;
    expect(await apply('')).toBe('ok');
  });

  test('are limited to five a day from one account', async () => {
    expect(await times(6, () => apply(user))).toEqual([...five, 'rate_limited_day']);
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    expect(await apply(other)).toBe('ok');
  });

  test('are limited to three a day to an email address from any network, and its owner can still apply', async () => {
    const email = await emailOf(user);
    expect(await times(4, (n) => apply(`203.0.113.${n}`, { email }))).toEqual(['ok', 'ok', 'ok', 'rate_limited_day']);
    expect(await apply(user, { email: email.toUpperCase() })).toBe('ok');
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    expect(await apply(other, { email })).toBe('rate_limited_day');
  });

  test('are limited from all visitors together, while account holders continue', async () => {
    await fixture.db.sql`update private.limits set value = 4 where name = 'application.visitors_hour'`;
    expect(await times(5, (n) => apply(`203.0.113.${n}`))).toEqual(['ok', 'ok', 'ok', 'ok', 'rate_limited_hour']);
    expect(await apply(user)).toBe('ok');
  });

  test('store no IP address, and nothing by which one could be found after the day', async () => {
    await apply('203.0.113.7');
    const kept = async () => fixture.db.sql`select sender from private.application_senders`;
    const [first] = await kept();
    expect(first?.sender).toMatch(/^[0-9a-f]{64}$/);
    await fixture.db.sql`update private.sender_salts set day = day - 1`;
    await fixture.db.sql`update private.application_senders set created_at = now() - interval '25 hours'`;
    await apply('203.0.113.7');
    const rest = await kept();
    expect(rest).toHaveLength(1);
    expect(rest[0]?.sender).not.toBe(first?.sender);
    expect(await fixture.db.sql`select 1 from private.sender_salts`).toHaveLength(1);
  });

  test.each(['ana@', 'ana', 'ana@example', 'Ana <ana@example.test>'])('refuse an address like %s', async (email) => {
    expect(await apply(user, { email })).toBe('invalid_input');
  });
});
