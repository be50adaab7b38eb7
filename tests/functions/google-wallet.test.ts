import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ticketSigning } from '../../supabase/functions/_shared/ticket-signer.ts';
import { payFor } from '../database/booking/support/checkout.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { ask as askFor, ticketText } from './wallet-requests.ts';
import { GoogleFake, ISSUER, Papers, walletsOf } from './wallet-support.ts';

checkoutForEachTest();
let papers: Papers;
let google: GoogleFake;
beforeAll(() => {
  papers = new Papers();
});
afterAll(() => papers.remove());
beforeEach(() => {
  google = new GoogleFake(papers);
  checkout.deps.wallets = walletsOf(papers, papers.env());
  checkout.deps.tickets = ticketSigning(randomBytes(32).toString('base64url'));
});

const book = async (who = user, more = {}) => (await payFor(fixture, checkout, who, more)).booking;
const ask = (booking: string, wallet: string, who = user, more = {}) => askFor(google, booking, wallet, who, more);

describe('the link for Google', () => {
  const jwtOf = (url = '') => url.replace('https://pay.google.com/gp/v/save/', '');

  test('is signed by our account, is short, and names the pass without its content', async () => {
    const booking = await book();
    const { url = '' } = await ask(booking, 'google');
    const claims = await google.verify(jwtOf(url), 'google');
    const [id] = google.objects.keys();
    expect(claims).toMatchObject({
      typ: 'savetowallet',
      origins: ['http://app.test'],
      payload: { genericObjects: [{ id }] },
    });
    expect(id).toMatch(new RegExp(`^${ISSUER}\\.[0-9a-f-]{36}$`));
    expect(url.length).toBeLessThan(1800);
    expect(Buffer.from(jwtOf(url).split('.')[1] ?? '', 'base64url').toString()).not.toContain('check-in');
    // Control: a changed character invalidates it.
    await expect(google.verify(jwtOf(url).replace(/.(?=\.)/, 'A'), 'google')).rejects.toThrow();
  });

  test('contains what the ticket contains, with its exact code', async () => {
    const booking = await book(user, { num_people: 2 });
    await ask(booking, 'google');
    const [pass] = google.objects.values();
    expect(pass).toMatchObject({
      state: 'ACTIVE',
      header: { defaultValue: { language: 'en-US', value: 'Castle & hot waterfall' } },
      barcode: { type: 'QR_CODE', value: await ticketText(booking) },
    });
    const modules = (pass?.textModulesData ?? []) as { id: string; body: string }[];
    expect(Object.fromEntries(modules.map(({ id, body }) => [id, body]))).toMatchObject({
      time: '9:00 AM',
      people: '2',
    });
  });

  test('updates the same pass when requested again', async () => {
    const booking = await book();
    await ask(booking, 'google');
    await ask(booking, 'google', user, { language: 'es' });
    expect(google.objects.size).toBe(1);
    expect([...google.objects.values()][0]).toMatchObject({ header: { defaultValue: { language: 'es-GT' } } });
    expect(google.calls).toEqual([
      ...['PUT genericObject', 'POST genericClass', 'POST genericObject'],
      'PUT genericObject',
    ]);
  });

  test('reports that Google is unavailable', async () => {
    google.answers = [503];
    expect(await ask(await book(), 'google')).toMatchObject({ status: 502, code: 'wallet_unavailable' });
  });
});
