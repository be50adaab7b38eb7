import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { passToken } from '../../supabase/functions/_shared/wallet/tokens.ts';
import { handle } from '../../supabase/functions/apple-wallet/handler.ts';
import { payFor } from '../database/booking/support/checkout.ts';
import { createUsers } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { addPass, device, reissue } from '../database/wallets/support.ts';
import { filesOf, PASS_TYPE, Papers, walletsOf } from './wallet-support.ts';

checkoutForEachTest();
let papers: Papers;
let env: Record<string, string>;
beforeAll(() => {
  papers = new Papers();
  env = papers.env();
});
afterAll(() => papers.remove());
beforeEach(() => {
  checkout.deps.wallets = walletsOf(papers, env);
});

const sql = () => fixture.db.sql;
const tokenOf = (serial: string) => passToken(env.WALLET_TOKEN_KEY ?? '', serial);
const phone = device('phone');

/** Creates the pass of a paid booking. */
async function aPass(who = user) {
  const { booking } = await payFor(fixture, checkout, who);
  return { booking, serial: await addPass(fixture, who, booking) };
}

/** Sends a request like Wallet. `token` is the pass's, or null for none. */
async function ask(method: string, path: string, token: string | null = null, body?: unknown) {
  const headers: Record<string, string> = token === null ? {} : { authorization: `ApplePass ${token}` };
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const init = { method, headers, ...(text !== undefined && { body: text }) };
  return handle(new Request(`http://functions.test/apple-wallet/v1/${path}`, init), checkout.deps);
}
const registration = (serial: string, type = PASS_TYPE, name = phone.p_device) =>
  `devices/${name}/registrations/${type}/${serial}`;
const list = (name = phone.p_device) => `devices/${name}/registrations/${PASS_TYPE}`;
const body = { pushToken: phone.p_push_token };
const registered = async () =>
  (await sql()`select device, push_token from private.wallet_devices order by saved_at`).map((row) => row.device);

describe('a device', () => {
  test('registers for a pass with its token, first as new, then as known, and unregisters', async () => {
    const { serial } = await aPass();
    const token = await tokenOf(serial);
    expect((await ask('POST', registration(serial), token, body)).status).toBe(201);
    expect((await ask('POST', registration(serial), token, body)).status).toBe(200);
    expect(await registered()).toEqual([phone.p_device]);
    expect((await ask('DELETE', registration(serial), token)).status).toBe(200);
    expect((await ask('DELETE', registration(serial), token)).status).toBe(200);
    expect(await registered()).toEqual([]);
  });

  test('lists changed passes, and returns their current state', async () => {
    const { serial, booking } = await aPass();
    const token = await tokenOf(serial);
    expect((await ask('GET', list())).status).toBe(204);
    await ask('POST', registration(serial), token, body);
    const first = (await (await ask('GET', list())).json()) as { serialNumbers: string[]; lastUpdated: string };
    expect(first).toEqual({ serialNumbers: [serial], lastUpdated: expect.any(String) });
    expect((await ask('GET', `${list()}?passesUpdatedSince=${first.lastUpdated}`)).status).toBe(204);
    await reissue(fixture, booking);
    const later = await ask('GET', `${list()}?passesUpdatedSince=${first.lastUpdated}`);
    expect(((await later.json()) as typeof first).serialNumbers).toEqual([serial]);

    const answer = await ask('GET', `passes/${PASS_TYPE}/${serial}`, token);
    expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
    const content = JSON.parse(
      filesOf(Buffer.from(await answer.arrayBuffer()))
        .get('pass.json')
        ?.toString() ?? '',
    );
    const [row] = await sql()`select code from public.booking_codes where booking_id = ${booking}`;
    expect(content).toMatchObject({ serialNumber: serial, voided: false });
    expect(content.barcodes[0].message).toContain(row?.code as string);
  });

  test('gets a void pass of a cancelled booking', async () => {
    const { serial, booking } = await aPass();
    await sql()`update public.bookings set status = 'cancelled' where id = ${booking}`;
    const answer = await ask('GET', `passes/${PASS_TYPE}/${serial}`, await tokenOf(serial));
    const content = JSON.parse(
      filesOf(Buffer.from(await answer.arrayBuffer()))
        .get('pass.json')
        ?.toString() ?? '',
    );
    expect(content.voided).toBe(true);
    expect(content).not.toHaveProperty('barcodes');
  });
});

describe('anyone else', () => {
  test("can't register, delete or read a pass without a token, with that of another one, or with a changed serial", async () => {
    const [other = ''] = await createUsers(sql(), 1);
    const mine = await aPass();
    const theirs = await aPass(other);
    const token = await tokenOf(mine.serial);
    await ask('POST', registration(theirs.serial), await tokenOf(theirs.serial), body);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const tokens = [null, '', 'x', token, `${await tokenOf(theirs.serial)}x`, (await tokenOf(theirs.serial)).slice(1)];
    for (const wrong of tokens) {
      for (const [method, path] of [
        ['POST', registration(theirs.serial)],
        ['DELETE', registration(theirs.serial)],
        ['GET', `passes/${PASS_TYPE}/${theirs.serial}`],
        ['POST', registration(unknown)],
      ] as const)
        expect([method, wrong, (await ask(method, path, wrong, method === 'POST' ? body : undefined)).status]).toEqual([
          method,
          wrong,
          401,
        ]);
    }
    expect(await registered()).toEqual([phone.p_device]);
    // An unknown serial, with the token it would have.
    expect((await ask('POST', registration(unknown), await tokenOf(unknown), body)).status).toBe(401);
    expect((await ask('GET', `passes/${PASS_TYPE}/${unknown}`, await tokenOf(unknown))).status).toBe(401);
  });

  test('gets nowhere with another kind of pass, another path or another method', async () => {
    const { serial } = await aPass();
    const token = await tokenOf(serial);
    for (const [method, path] of [
      ['POST', registration(serial, 'pass.org.other')],
      ['GET', `passes/pass.org.other/${serial}`],
      ['PUT', registration(serial)],
      ['POST', `passes/${PASS_TYPE}/${serial}`],
      ['GET', `passes/${PASS_TYPE}/${serial.toUpperCase()}`],
      ['GET', `passes/${PASS_TYPE}/${serial}/more`],
      ['GET', `passes/${PASS_TYPE}/%27%20or%201=1`],
      ['GET', 'passes/%E0%A4%A'],
      ['GET', 'devices'],
      ['GET', `devices/${phone.p_device}/registrations/pass.org.other`],
      ['GET', 'log'],
      ['POST', ''],
    ] as const)
      expect([path, (await ask(method, path, token, method === 'GET' ? undefined : body)).status]).toEqual([path, 401]);
    const root = await handle(new Request('http://functions.test/apple-wallet', { method: 'POST' }), checkout.deps);
    expect(root.status).toBe(401);
  });

  test("can't fill the table: odd names, odd tokens and odd bodies are refused", async () => {
    const { serial } = await aPass();
    const token = await tokenOf(serial);
    for (const odd of [
      {},
      { pushToken: 7 },
      { pushToken: 'g'.repeat(64) },
      { pushToken: 'a'.repeat(201) },
      'no json',
      '',
    ])
      expect((await ask('POST', registration(serial), token, odd)).status).toBe(400);
    expect((await ask('POST', registration(serial), token, 'x'.repeat(70_000))).status).toBe(413);
    for (const name of ['a', 'x'.repeat(129), "'%3B--"])
      expect((await ask('POST', registration(serial, PASS_TYPE, name), token, body)).status).toBe(400);
    expect(await registered()).toEqual([]);
  });

  test('gets no response without a certificate', async () => {
    const { serial } = await aPass();
    checkout.deps.wallets = { apple: () => null, google: () => null };
    expect((await ask('GET', `passes/${PASS_TYPE}/${serial}`, await tokenOf(serial))).status).toBe(401);
  });
});

describe("the log of Wallet's complaints", () => {
  test('contains that Wallet complained, and nothing more', async () => {
    expect((await ask('POST', 'log', null, { logs: ['Could not reach the server'] })).status).toBe(200);
    expect((await ask('POST', 'log', null, 'x'.repeat(64 * 1024 + 1))).status).toBe(413);
    expect((await ask('POST', 'log', null, 'x'.repeat(5_000_000))).status).toBe(413);
  });

  test('contains no word of it, and no token, serial or device', async () => {
    const said: string[] = [];
    for (const level of ['info', 'error', 'warn', 'log'] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void said.push(words.join(' ')));
    const { serial } = await aPass();
    const token = await tokenOf(serial);
    await ask('POST', registration(serial), token, body);
    await ask('GET', `passes/${PASS_TYPE}/${serial}`, token);
    await ask('GET', list());
    await ask('POST', 'log', null, { logs: [`Token ${token} of ${serial}\n{"level":"error"}`] });
    checkout.deps.admin = () => Promise.reject(new Error('The database is away'));
    expect((await ask('GET', `passes/${PASS_TYPE}/${serial}`, token)).status).toBe(500);
    expect(said.filter((line) => line.includes('"function":"apple-wallet"')).length).toBe(5);
    for (const secret of [token, serial, phone.p_device, phone.p_push_token, 'Token'])
      expect(said.join('\n')).not.toContain(secret);
  });
});

test('a token belongs to one serial and one key', async () => {
  const { serial } = await aPass();
  const other = randomBytes(32).toString('base64url');
  expect(await passToken(other, serial)).not.toBe(await tokenOf(serial));
  expect(await tokenOf(serial)).toMatch(/^[\w-]{43}$/);
});
