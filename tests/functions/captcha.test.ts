import { createServer, type Server } from 'node:http';
import { close, listen, readBody } from '@territorio/local-server/http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { turnstile } from '../../supabase/functions/_shared/captcha.ts';
import { handle as sendApplication } from '../../supabase/functions/send-application/handler.ts';
import { handle as sendContact } from '../../supabase/functions/send-contact-email/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { pending } from '../support/background-work.ts';

checkoutForEachTest();

/** Imitates Turnstile's siteverify, where each token counts once. */
let service: Server;
let url = '';
const asked: Record<string, string>[] = [];
const proofs = new Set<string>();
let status = 200;
beforeAll(async () => {
  service = createServer((req, res) => {
    void readBody(req).then((body) => {
      const given = Object.fromEntries(new URLSearchParams(body.toString()));
      asked.push(given);
      const success = given.secret === 'the secret' && proofs.delete(given.response ?? '');
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ success }));
    });
  });
  url = `http://127.0.0.1:${await listen(service, 0, 'siteverify')}/siteverify`;
});
afterAll(() => close(service));
beforeEach(() => {
  asked.length = 0;
  proofs.clear();
  status = 200;
});

const application = { kind: 'hotel_partner', name: 'Ana', email: 'ana@example.test', phone: null, territory_id: null };
const letter = { name: 'Ana', subject: 'Boats', message: 'When?' };
const forms = {
  'an application': {
    send: (captcha_token?: string, token?: string) =>
      sendApplication(post({ ...application, captcha_token }, token), checkout.deps),
    kept: () => fixture.db.sql`select user_id, name from public.partner_applications`,
  },
  'a contact message': {
    send: (captcha_token?: string) =>
      sendContact(post({ ...letter, captcha_token }, user), checkout.deps, 'team@territorio.test'),
    kept: () => fixture.db.sql`select user_id, name from public.contact_messages`,
  },
};

describe.each(Object.entries(forms))('%s', (_, { send, kept }) => {
  test('requires no proof without a configured secret', async () => {
    expect((await send()).status).toBe(200);
    await pending.settled();
    expect(await kept()).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  test('requires a proof that Turnstile accepts, a new one each time', async () => {
    checkout.deps.captcha = turnstile('the secret', url);
    const refusal = { code: 'captcha_failed', message: "We couldn't confirm that you're human. Please try again." };
    for (const proof of [undefined, '', 'made up']) {
      const refused = await send(proof);
      expect([refused.status, await refused.json()]).toEqual([403, refusal]);
    }
    expect(await kept()).toEqual([]);
    proofs.add('human');
    expect((await send('human')).status).toBe(200);
    expect((await send('human')).status).toBe(403);
    await pending.settled();
    expect(await kept()).toHaveLength(1);
    expect(asked).toEqual(['made up', 'human', 'human'].map((response) => ({ secret: 'the secret', response })));
  });

  test('is refused while Turnstile is unavailable', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    proofs.add('human');
    status = 500;
    checkout.deps.captcha = turnstile('the secret', url);
    expect((await send('human')).status).toBe(403);
    expect(log).not.toHaveBeenCalled();
    checkout.deps.captcha = turnstile('the secret', 'http://127.0.0.1:1/siteverify');
    expect((await send('human')).status).toBe(403);
    expect(log).toHaveBeenCalledOnce();
    expect(await kept()).toEqual([]);
  });
});

test('an application belongs to the account, or to a visitor', async () => {
  await forms['an application'].send();
  await sendApplication(post({ ...application, name: 'Berta' }, user), checkout.deps);
  await sendApplication(post({ ...application, name: 'Carla' }, 'sb_publishable_key'), checkout.deps);
  expect(await fixture.db.sql`select user_id, name from public.partner_applications order by name`).toEqual([
    { user_id: null, name: 'Ana' },
    { user_id: user, name: 'Berta' },
    { user_id: null, name: 'Carla' },
  ]);
});

test('asks Cloudflare', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ success: true }));
  await turnstile('the secret')('human');
  expect(fetch.mock.calls[0]?.[0]).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify');
});
