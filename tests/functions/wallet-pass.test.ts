import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Template } from '@walletpass/pass-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ticketSigning } from '../../supabase/functions/_shared/ticket-signer.ts';
import { passLink } from '../../supabase/functions/_shared/wallet/tokens.ts';
import { handle } from '../../supabase/functions/wallet-pass/handler.ts';
import { payFor } from '../database/booking/support/checkout.ts';
import { createUsers, rideOf } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { accept, aFriend, invite } from '../database/transfers/support.ts';
import { ask as askFor, ticketText } from './wallet-requests.ts';
import { filesOf, GoogleFake, PASS_TYPE, Papers, walletsOf } from './wallet-support.ts';

checkoutForEachTest();
let papers: Papers;
let env: Record<string, string>;
let google: GoogleFake;
beforeAll(() => {
  papers = new Papers();
  env = papers.env();
});
afterAll(() => papers.remove());
beforeEach(() => {
  google = new GoogleFake(papers);
  checkout.deps.wallets = walletsOf(papers, env);
  checkout.deps.mail = { ...checkout.deps.mail, functionsUrl: 'https://functions.test' };
  checkout.deps.tickets = ticketSigning(randomBytes(32).toString('base64url'));
});

const sql = () => fixture.db.sql;
const book = async (who = user, more = {}) => (await payFor(fixture, checkout, who, more)).booking;
const ask = (booking: string, wallet: string, who = user, more = {}) => askFor(google, booking, wallet, who, more);
const open = (url: string | undefined) => handle(new Request(url ?? 'http://functions.test/'), checkout.deps);
async function passOf(booking: string, more = {}): Promise<Buffer> {
  const answer = await open((await ask(booking, 'apple', user, more)).url);
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
  return Buffer.from(await answer.arrayBuffer());
}

/** Reads the pass with another library, which also measures the pictures. */
const read = (zip: Buffer) => Template.fromBuffer(zip);
const contentOf = (zip: Buffer) => JSON.parse(filesOf(zip).get('pass.json')?.toString() ?? '');
const valuesOf = (zip: Buffer): Record<string, string> =>
  Object.fromEntries(
    Object.values(contentOf(zip).eventTicket as Record<string, { key: string; value: string }[]>)
      .flat()
      .map(({ key, value }) => [key, value]),
  );

function verified(files: Map<string, Buffer>): string {
  for (const name of ['manifest.json', 'signature'])
    writeFileSync(papers.path(name), files.get(name) ?? Buffer.alloc(0));
  const content = ['-content', 'manifest.json', '-CAfile', 'wwdr.pem', '-purpose', 'any'];
  return papers.openssl('smime', '-verify', '-inform', 'DER', '-in', 'signature', ...content);
}

describe('a pass for Apple', () => {
  test('is signed with our certificate, and so are all of its files by their hashes', async () => {
    const files = filesOf(await passOf(await book()));
    const manifest = JSON.parse(verified(files)) as Record<string, string>;
    const others = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature');
    expect(others.sort()).toEqual(Object.keys(manifest).sort());
    for (const name of others)
      expect(
        createHash('sha1')
          .update(files.get(name) ?? '')
          .digest('hex'),
      ).toBe(manifest[name]);
    // Control: the signature doesn't match another manifest.
    files.set('manifest.json', Buffer.from(`${files.get('manifest.json')} `));
    expect(() => verified(files)).toThrow();
  });

  test('is read by another library, with the pictures in their sizes and the exact code of the ticket', async () => {
    const booking = await book(user, { num_people: 2 });
    const zip = await passOf(booking);
    const pass = await read(zip);
    expect(pass).toMatchObject({
      style: 'eventTicket',
      passTypeIdentifier: PASS_TYPE,
      teamIdentifier: 'TEAM123456',
      voided: false,
      sharingProhibited: true,
      organizationName: 'Territorio',
    });
    expect(String(pass.webServiceURL)).toBe('https://functions.test/apple-wallet');
    expect(pass.authenticationToken?.length).toBeGreaterThanOrEqual(16);
    expect([...pass.images.keys()].sort()).toEqual(
      ['icon', 'icon@2x', 'icon@3x'].map((name) => expect.stringContaining(name)),
    );
    expect(contentOf(zip).barcodes).toEqual([
      { message: await ticketText(booking), format: 'PKBarcodeFormatQR', messageEncoding: 'iso-8859-1' },
    ]);
    expect(await ticketText(booking)).toMatch(
      /^http:\/\/app\.test\/check-in\/[0-9a-f-]{36}\?code=[0-9a-f]{32}#\d{180,190}$/,
    );
  });

  test('contains place, local time and number of people, and when the phone shows it automatically', async () => {
    await sql()`update public.experiences set meeting_point = 'Muelle municipal'`;
    await sql()`update public.territories set time_zone = 'America/Guatemala' where id = 'rio'`;
    const zip = await passOf(await book(user, { num_people: 2 }));
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(fixture.date));
    expect(valuesOf(zip)).toMatchObject({
      trip: 'Castle & hot waterfall',
      time: '9:00 AM',
      date: day,
      people: '2',
      place: 'Muelle municipal',
      status: 'Valid',
      bookings: 'http://app.test/bookings',
    });
    const { relevantDate, expirationDate } = contentOf(zip);
    expect(new Date(relevantDate).toISOString()).toBe(`${fixture.date}T15:00:00.000Z`);
    expect(Date.parse(expirationDate)).toBeGreaterThan(Date.parse(relevantDate));
  });

  test('is in the language of its reader', async () => {
    await sql()`update public.experiences set translations = '{"es": {"title": "Castillo y cascada"}}'`;
    const zip = await passOf(await book(), { language: 'es' });
    expect(contentOf(zip).description).toBe('Boleto: Castillo y cascada');
    expect(valuesOf(zip)).toMatchObject({
      trip: 'Castillo y cascada',
      status: 'Válido',
      time: '9:00 a. m.',
      bookings: 'http://app.test/es/bookings',
    });
  });

  test('names the pickup of a ride', async () => {
    const booking = await book(user, rideOf(fixture));
    expect(valuesOf(await passOf(booking))).toMatchObject({
      trip: 'Shuttle to Flores',
      place: 'Dock',
    });
  });

  test('names nobody', async () => {
    await sql()`update public.profiles set full_name = 'Zacarías Quetzal' where id = ${user}`;
    const content = JSON.stringify(contentOf(await passOf(await book())));
    for (const secret of ['Zacar', 'Quetzal', '@example', '+502', user]) expect(content).not.toContain(secret);
  });

  test('is void without a code for a cancelled booking', async () => {
    const booking = await book();
    const { url } = await ask(booking, 'apple');
    await sql()`update public.bookings set status = 'cancelled' where id = ${booking}`;
    const zip = Buffer.from(await (await open(url)).arrayBuffer());
    expect((await read(zip)).voided).toBe(true);
    expect(contentOf(zip)).not.toHaveProperty('barcodes');
    expect(valuesOf(zip)).toMatchObject({ status: 'Cancelled' });
    expect(await ask(booking, 'apple')).toMatchObject({ status: 409, code: 'booking_cancelled' });
  });

  test('only has the address without a key for tickets, like the ticket', async () => {
    checkout.deps.tickets = ticketSigning('');
    const booking = await book();
    expect(contentOf(await passOf(booking)).barcodes[0].message).toBe(await ticketText(booking));
  });
});

describe('the link to a pass', () => {
  test('is refused to others, staff, and visitors', async () => {
    const booking = await book();
    const [other = ''] = await createUsers(sql(), 1);
    for (const who of [other, fixture.staff, fixture.guide, fixture.manager])
      for (const wallet of ['apple', 'google'])
        expect(await ask(booking, wallet, who)).toMatchObject({ status: 404, code: 'booking_not_found' });
    expect(await ask(booking, 'apple', '')).toMatchObject({ status: 401, code: 'not_signed_in' });
    expect(google.calls).toEqual([]);
  });

  test('belongs to the new holder after a transfer, and the earlier address shows a void pass', async () => {
    const booking = await book();
    const { url } = await ask(booking, 'apple');
    const friend = await aFriend(fixture);
    await accept(fixture, friend, await invite(fixture, user, booking, friend));
    expect(await ask(booking, 'apple')).toMatchObject({ status: 404 });
    expect(await ask(booking, 'apple', friend)).toMatchObject({ status: 200 });
    const zip = Buffer.from(await (await open(url)).arrayBuffer());
    expect(contentOf(zip)).toMatchObject({ voided: true });
    expect(contentOf(zip)).not.toHaveProperty('barcodes');
    expect(Object.keys(valuesOf(zip)).sort()).toEqual(['bookings', 'status', 'trip']);
  });

  test("is valid for five minutes, and can't be forged", async () => {
    const booking = await book();
    const mine = new URL((await ask(booking, 'apple')).url ?? '');
    const other = new URL((await ask(await book(), 'apple')).url ?? '');
    const [serial, token] = [mine.searchParams.get('pass') ?? '', env.WALLET_TOKEN_KEY ?? ''];
    const old = new URL(`?${await passLink(token, serial, Date.now() - 301_000)}`, mine);
    const change = (name: string, value: string) => {
      const url = new URL(mine);
      url.searchParams.set(name, value);
      return url;
    };
    const forged = [
      old,
      change('token', other.searchParams.get('token') ?? ''),
      change('pass', other.searchParams.get('pass') ?? ''),
      change('until', '9999999999'),
      change('until', 'soon'),
      change('token', ''),
      new URL('?', mine),
    ];
    for (const url of forged) {
      const answer = await open(url.href);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://app.test/bookings']);
    }
    expect((await open(mine.href)).status).toBe(200);
  });

  test('reports a missing wallet, and refuses odd bodies', async () => {
    const booking = await book();
    checkout.deps.wallets = { apple: () => null, google: () => null };
    for (const wallet of ['apple', 'google'])
      expect(await ask(booking, wallet)).toMatchObject({ status: 404, code: 'wallet_not_offered' });
    for (const odd of [{ wallet: 'samsung' }, { booking_id: 'x' }])
      expect(await ask(booking, 'apple', user, odd)).toMatchObject({ status: 400, code: 'invalid_input' });
    expect((await open(`http://functions.test/wallet-pass?pass=x`)).status).toBe(303);
  });
});

test('an unreadable secret affects nothing else, and is not in the log', async () => {
  const said: string[] = [];
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void said.push(words.join(' ')));
  const booking = await book();
  const { url = '' } = await ask(booking, 'apple');
  await open(url);
  const broken = Buffer.from('-----BEGIN SECRET-----').toString('base64');
  expect(() => walletsOf(papers, { ...env, APPLE_PASS_KEY: broken })).toThrow('APPLE_PASS_KEY cannot be read');
  expect(() => walletsOf(papers, { ...env, APPLE_PASS_KEY_PASSPHRASE: 'wrong' })).toThrow('APPLE_PASS_KEY');
  const [row] = await sql()`select code from public.booking_codes where booking_id = ${booking}`;
  const secrets = [row?.code, new URL(url).searchParams.get('token'), new URL(url).searchParams.get('pass'), broken];
  expect(said.join('\n')).toContain('"outcome":"ok"');
  for (const secret of secrets) expect(said.join('\n')).not.toContain(secret as string);
});
