import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { close, readBody } from '@territorio/local-server/http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pushSettings, sendPushes } from '../../supabase/functions/_shared/push/send-pushes.ts';
import { Browser } from './push-browser.ts';

/**
 * A browser and its push service, decrypting with node:crypto by RFC 8291 and 8292, not with the library that
 * encrypted. tests/database/push tests the recipients.
 */

const PRIVATE_KEY = randomBytes(32).toString('base64url');
const push = pushSettings(
  (name) => (name === 'VAPID_PRIVATE_KEY' ? PRIVATE_KEY : undefined),
  'Boats <boats@a.example>',
);

let server: Server;
let received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
let status: number;
let browser: Browser;
let queue: { id: string; data: Record<string, unknown> }[];
let finished: Record<string, unknown>[];
let asked: RequestInit[];

beforeAll(async () => {
  server = createServer((req, res) => {
    void readBody(req).then((body) => {
      received.push({ path: req.url ?? '', headers: req.headers, body });
      res.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/' } : {}).end('no');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => close(server));
beforeEach(() => {
  [received, queue, finished, asked, status] = [[], [], [], [], 201];
  browser = new Browser();
});

const sender = {
  push,
  admin: async (name: string, args: Record<string, unknown> = {}) => {
    if (name === 'claim_outbox') return queue.splice(0, Number(args.p_limit));
    finished.push(args);
    return null;
  },
  // The database requires a public name. Here the service is this machine.
  fetch: ((address: string, init: RequestInit) => {
    asked.push(init);
    const { port } = server.address() as AddressInfo;
    return fetch(address.replace('https://fcm.googleapis.com', `http://127.0.0.1:${port}`), init);
  }) as typeof fetch,
};

const row = (more: Record<string, unknown> = {}) => ({
  id: '7',
  dedupe_key: 'push:n1:s1',
  template: 'message',
  recipient: 'u1',
  data: {
    notification_id: 'n1',
    wording: 'message',
    type: 'message',
    about: null,
    params: { excerpt: 'We meet at the blue dock', name: 'Elmer', title: 'Castle', titles: { es: 'Castillo' } },
    territory_id: 'rio',
    booking_id: 'b1',
    kind: 'experience',
    day: '2026-12-05',
    roles: ['tourist'],
    language: 'en',
    ttl: 3600,
    endpoint: 'https://fcm.googleapis.com/send/phone',
    p256dh: browser.publicKey.toString('base64url'),
    auth: browser.auth.toString('base64url'),
    ...more,
  },
});
const send = (more: Record<string, unknown> = {}) => {
  queue.push(row(more));
  return sendPushes(sender);
};

describe('a push', () => {
  test('tells only its browser its subject and link', async () => {
    expect(await send()).toEqual({ pushed: 1 });
    const [{ path, body } = { path: '', body: Buffer.alloc(0) }] = received;
    expect(path).toBe('/send/phone');
    expect(JSON.parse(browser.open(body))).toEqual({
      title: 'Elmer, Castle',
      body: 'We meet at the blue dock',
      url: '/bookings/experience/b1/messages',
      tag: 'message:b1',
    });
    expect(finished).toEqual([{ p_id: 7, p_outcome: 'sent', p_error: null }]);
    // A changed message can't be decrypted, and another browser can't decrypt any, even with the same secret.
    expect(() => new Browser().open(body)).toThrow();
    const changed = Buffer.from(body);
    changed.writeUInt8(changed.readUInt8(changed.length - 20) ^ 1, changed.length - 20);
    expect(() => browser.open(changed)).toThrow();
  });

  test('is in the language of its reader, and leads to the page in it', async () => {
    await send({ language: 'es' });
    expect(JSON.parse(browser.open(received[0]?.body ?? Buffer.alloc(0)))).toMatchObject({
      title: 'Elmer, Castillo',
      url: '/es/bookings/experience/b1/messages',
    });
  });

  test('is signed with our key for this push service, and for no longer than a day', async () => {
    await send();
    const { headers } = received[0] ?? { headers: {} as IncomingHttpHeaders };
    expect(headers).toMatchObject({ ttl: '3600', urgency: 'normal', 'content-encoding': 'aes128gcm' });
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
    expect(key).toBe(push?.publicKey);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
    const [head = '', claims = '', signature = ''] = token.split('.');
    const signedBy = (signed: string) =>
      verify(
        'sha256',
        Buffer.from(signed),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
    expect(signedBy(`${head}.${claims}`)).toBe(true);
    expect(signedBy(`${head}.${claims}x`)).toBe(false);
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(said).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'mailto:boats@a.example' });
    expect(said.exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
    expect(said.exp - Date.now() / 1000).toBeGreaterThan(0);
  });

  test('about the trip is urgent', async () => {
    const params = { title: 'Castle', titles: {}, date: '2026-12-05', people: 2 };
    await send({ wording: 'seats_free', type: 'seats_free', about: 'seats:1', params });
    expect(received[0]?.headers.urgency).toBe('high');
    expect(JSON.parse(browser.open(received[0]?.body ?? Buffer.alloc(0)))).toEqual({
      title: 'Seats have opened up for you',
      body: '2 seats for Castle on Saturday, December 5, 2026. Book before time runs out.',
      url: '/bookings',
      tag: 'seats:1',
    });
  });
});

describe('a response of the push service', () => {
  test.each([
    [200, 'sent', null],
    [404, 'gone', null],
    [410, 'gone', null],
    [400, 'refused', 'The push service answered 400'],
    [413, 'refused', 'The push service answered 413'],
    [401, 'failed', 'The push service answered 401'],
    [403, 'failed', 'The push service answered 403'],
    [429, 'failed', 'The push service answered 429'],
    [500, 'failed', 'The push service answered 500'],
    [503, 'failed', 'The push service answered 503'],
  ])('%i means %s', async (answered, p_outcome, p_error) => {
    status = answered;
    await send();
    expect(finished).toEqual([{ p_id: 7, p_outcome, p_error }]);
  });

  test('that redirects us is not followed', async () => {
    status = 302;
    await send();
    expect(asked).toHaveLength(1);
    expect(finished).toMatchObject([{ p_outcome: 'refused', p_error: 'The push service answered 302' }]);
  });

  test('that is missing causes a retry', async () => {
    queue.push(row());
    const offline = (() => Promise.reject(new Error('no line'))) as typeof fetch;
    await sendPushes({ ...sender, fetch: offline });
    expect(finished).toEqual([{ p_id: 7, p_outcome: 'failed', p_error: 'no line' }]);
  });
});

describe("a push that can't be sent", () => {
  test('has keys that no browser made, and the device is deleted', async () => {
    await send({ p256dh: `BA${'A'.repeat(85)}` });
    expect(finished).toMatchObject([{ p_outcome: 'gone' }]);
    expect(received).toEqual([]);
  });

  test('has an unknown text', async () => {
    await send({ wording: 'surprise' });
    expect(finished).toMatchObject([
      { p_outcome: 'refused', p_error: expect.stringContaining('could not be written') },
    ]);
  });

  test('has no key of ours, which is reported', async () => {
    expect(pushSettings(() => undefined, 'a@b.example')).toBeNull();
    queue.push(row());
    await sendPushes({ ...sender, push: null });
    expect(finished).toEqual([{ p_id: 7, p_outcome: 'refused', p_error: 'VAPID_PRIVATE_KEY is not set' }]);
  });

  test('does not stop others, and a run ends at its limit', async () => {
    queue = [row({ wording: 'surprise' }), row(), row()];
    expect(await sendPushes(sender, 2)).toEqual({ pushed: 1 });
    expect(queue).toHaveLength(1);
  });
});
