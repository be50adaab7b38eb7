import Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { bearerToken, requireSecret, userIdOf } from '../../supabase/functions/_shared/auth.ts';
import { asciiAt, bytesOf, join, part, viewOf } from '../../supabase/functions/_shared/bytes.ts';
import { answer, HttpError, networkOf, readBody, readBytes, readText } from '../../supabase/functions/_shared/http.ts';
import { eachByItself, logged, partsByThemselves, reason } from '../../supabase/functions/_shared/troubles.ts';
import { webAddress } from '../../supabase/functions/_shared/web-address.ts';

/** Tests the base of all handlers, without database and network. */
const request = (init: RequestInit = {}) => new Request('http://functions.test/one', { method: 'POST', ...init });
const withHeaders = (headers: Record<string, string>) => request({ headers });

describe('a response', () => {
  test('is uncached JSON, for any page that asks', async () => {
    const response = await answer(request(), async () => ({ ok: true }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true });
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-region',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-max-age': '86400',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  test('is sent to a preflight without calling the handler', async () => {
    const handler = vi.fn();
    const response = await answer(request({ method: 'OPTIONS' }), handler);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(handler).not.toHaveBeenCalled();
  });

  test('is a refusal to other methods without calling the handler', async () => {
    const handler = vi.fn();
    const response = await answer(request({ method: 'GET' }), handler);
    expect(response.status).toBe(405);
    expect(await response.json()).toEqual({ code: 'method_not_allowed', message: 'Use POST' });
    expect(handler).not.toHaveBeenCalled();
  });

  test('has status, code and message for a refusal', async () => {
    const response = await answer(request(), () => Promise.reject(new HttpError(409, 'sold_out', 'No seats left')));
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ code: 'sold_out', message: 'No seats left' });
  });

  test('hides the cause of a fault, which is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const cause = new Error('password of the database: hunter2');
    const response = await answer(request(), () => Promise.reject(cause));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 'internal',
      message: 'Something went wrong. Please try again.',
    });
    expect(log).toHaveBeenCalledOnce();
    expect(log.mock.calls[0]?.[0]).toContain('hunter2');
    log.mockRestore();
  });
});

describe('the caller of a request', () => {
  test('is known by the address that the platform saw', () => {
    expect(networkOf(withHeaders({ 'cf-connecting-ip': '1.1.1.1', 'x-forwarded-for': '2.2.2.2' }))).toBe('1.1.1.1');
    expect(networkOf(withHeaders({ 'x-real-ip': ' 3.3.3.3, 2.2.2.2 ' }), 'x-real-ip')).toBe('2.2.2.2');
    expect(networkOf(withHeaders({ 'cf-connecting-ip': '1.1.1.1' }), '')).toBe('1.1.1.1');
    expect(networkOf(withHeaders({ 'x-forwarded-for': '2.2.2.2' }))).toBeNull();
    expect(networkOf(withHeaders({ 'cf-connecting-ip': ' ' }))).toBeNull();
    expect(networkOf(request())).toBeNull();
  });

  test.each([
    ['Bearer abc.def', 'abc.def'],
    ['bearer abc', 'abc'],
    ['Basic abc', null],
    ['Bearer', null],
    ['Bearer  abc', null],
    ['Bearer abc def', null],
    ['x Bearer abc', null],
  ])('with %j has the token %j', (authorization, token) => {
    expect(bearerToken(withHeaders({ authorization }))).toBe(token);
  });

  test('has no token without the header', () => {
    expect(bearerToken(request())).toBeNull();
  });

  test('is the person whom the auth service knows by the token, or nobody', async () => {
    const getUser = vi.fn(async (token: string) =>
      token === 'good' ? { data: { user: { id: 'ana' } }, error: null } : { data: { user: null }, error: new Error() },
    );
    const userId = userIdOf({ auth: { getUser } } as never);
    expect(await userId('good')).toBe('ana');
    expect(await userId('bad')).toBeNull();
  });

  test("needs the secret for a timer's function", async () => {
    const call = (given: string | undefined, expected: string) =>
      requireSecret(given === undefined ? request() : withHeaders({ 'x-reconcile-secret': given }), expected);
    await expect(call('the secret', 'the secret')).resolves.toBeUndefined();
    for (const given of ['another', 'the secret!', 'the secre', '', undefined])
      await expect(call(given, 'the secret'), String(given)).rejects.toMatchObject({
        status: 401,
        code: 'not_authorized',
        message: 'This function is not for you',
      });
    // Without a configured secret, none is accepted.
    for (const given of ['', undefined]) await expect(call(given, '')).rejects.toMatchObject({ status: 401 });
  });
});

describe('the body of a request', () => {
  test('is read up to its limit', async () => {
    expect(await readText(request({ body: 'x'.repeat(8) }), 8)).toBe('xxxxxxxx');
    await expect(readText(request({ body: 'x'.repeat(9) }), 8)).rejects.toMatchObject({
      status: 413,
      code: 'body_too_large',
      message: 'The request is too large',
    });
    expect(await readText(request({ body: 'x'.repeat(65_536) }))).toHaveLength(65_536);
    await expect(readText(request({ body: 'x'.repeat(65_537) }))).rejects.toMatchObject({ status: 413 });
  });

  test('is JSON of the expected form', async () => {
    const schema = z.object({ name: z.string({ error: 'A name, please' }) });
    expect(await readBody(request({ body: '{"name":"Ana"}' }), schema)).toEqual({ name: 'Ana' });
    await expect(readBody(request({ body: '{"name":7}' }), schema)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: 'A name, please',
    });
    await expect(readBody(request({ body: '{' }), schema)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: 'The request is not JSON',
    });
    await expect(readBody(request({ body: '{"name":"Ana","a":[{"__proto__":{}}]}' }), schema)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
    const silent = { safeParse: () => ({ success: false as const, error: { issues: [] } }) };
    await expect(readBody(request({ body: '{}' }), silent)).rejects.toMatchObject({
      status: 400,
      message: 'The request is not valid',
    });
  });

  const tooLarge = () => new HttpError(413, 'file_too_large', 'Too large');
  /** Returns a body of `chunks` parts of four bytes each, which counts how many were read. */
  function stream(chunks: number) {
    const seen = { read: 0 };
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (seen.read === chunks) return controller.close();
          seen.read += 1;
          controller.enqueue(new Uint8Array(4).fill(seen.read));
        },
      },
      { highWaterMark: 0 },
    );
    return { seen, request: request({ body, duplex: 'half' } as RequestInit) };
  }

  test('is kept in its order', async () => {
    expect([...(await readBytes(stream(2).request, 8, tooLarge))]).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
    expect(await readBytes(request(), 8, tooLarge)).toHaveLength(0);
  });

  test('is read to its end if it is too large, but not forever', async () => {
    const large = stream(20);
    await expect(readBytes(large.request, 8, tooLarge)).rejects.toMatchObject({ status: 413, code: 'file_too_large' });
    expect(large.seen.read).toBe(20);
    const endless = stream(1000);
    await expect(readBytes(endless.request, 8, tooLarge)).rejects.toMatchObject({ status: 413 });
    expect(endless.seen.read).toBe(21);
    const text = stream(1000);
    await expect(readText(text.request, 8)).rejects.toMatchObject({ status: 413, code: 'body_too_large' });
    expect(text.seen.read).toBe(21);
  });
});

describe('bytes', () => {
  const bytes = bytesOf('abcdef');
  test('are read in parts, never past the end', () => {
    expect(asciiAt(bytes, 1, 3)).toBe('bcd');
    expect(asciiAt(bytes, 0, 2)).toBe('ab');
    expect([...part(bytes, 2, 4)]).toEqual([99, 100]);
    expect(part(bytes, 0, 6)).toHaveLength(6);
    expect(part(bytes, 3, 3)).toHaveLength(0);
    for (const [from, to] of [
      [-1, 2],
      [4, 3],
      [0, 7],
    ] as const)
      expect(() => part(bytes, from, to), `${from} to ${to}`).toThrow(new RangeError('Past the end'));
  });

  test('read slices between their offsets', () => {
    const view = viewOf(part(bytes, 2, 4));
    expect(view.getUint16(0)).toBe(0x6364);
    expect(() => view.getUint8(2)).toThrow(RangeError);
  });

  test('are joined', () => {
    expect([...join([bytesOf('ab'), bytesOf(''), bytesOf('c')])]).toEqual([97, 98, 99]);
  });
});

describe('a web address', () => {
  test.each([
    ['https://example.test/a', 'https://example.test/a'],
    ['http://example.test', 'http://example.test/'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['ftp://example.test', null],
    ['//example.test', null],
    ['nothing', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('in %j opens %j', (address, opens) => {
    expect(webAddress(address)).toBe(opens);
  });
});

describe('an isolated failure', () => {
  test('is logged, and replaced by a default', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(logged(3)('cause')).toBe(3);
    expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({ level: 'error', message: 'cause' });
    log.mockRestore();
  });

  test('contains the reason', () => {
    expect(reason(new Error('no line'))).toBe('no line');
    expect(reason('no line')).toBe('no line');
    expect(reason(z.object({ a: z.string() }).safeParse({}).error)).toContain('expected string');
  });

  test('is counted separately from an unavailable Stripe, and only the first is recorded', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const told: unknown[] = [];
    const admin = async (...call: unknown[]) => {
      told.push(call);
      return call[0] === 'troubled_items' ? ['well again'] : null;
    };
    const outcomes: Record<string, Error> = {
      broken: new Error('poisoned'),
      away: new Stripe.errors.StripeConnectionError({ message: 'away' } as never),
    };
    const list = ['broken', 'away', 'well again', 'well'];
    const work = async (item: string) => {
      if (outcomes[item]) throw outcomes[item];
    };
    expect(await eachByItself(admin, 'refund', list, work)).toEqual({ done: 2, away: 1 });
    expect(told).toEqual([
      ['troubled_items', { p_kind: 'refund' }],
      ['record_trouble', { p_kind: 'refund', p_item: 'broken', p_error: 'poisoned' }],
      ['clear_trouble', { p_kind: 'refund', p_item: 'well again' }],
    ]);
    log.mockRestore();
  });

  test('makes no request for an empty list, and starts none after its time', async () => {
    const admin = vi.fn(async () => []);
    const work = vi.fn(async () => undefined);
    expect(await eachByItself(admin, 'refund', [], work)).toEqual({ done: 0, away: 0 });
    expect(admin).not.toHaveBeenCalled();
    expect(await eachByItself(admin, 'refund', ['a'], work, Date.now() - 1)).toEqual({ done: 0, away: 0 });
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await eachByItself(admin, 'refund', ['a', 'b'], work, Date.now())).toEqual({ done: 2, away: 0 });
    vi.useRealTimers();
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('does not stop the other parts, and clears troubles of parts that work again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const told: unknown[] = [];
    const admin = async (...call: unknown[]) => {
      told.push(call);
      if (call[0] === 'troubled_items') return ['well again'];
      throw new Error('the database is away');
    };
    const part = await partsByThemselves(admin);
    expect(await part('broken', () => Promise.reject(new Error('poisoned')), 'instead')).toBe('instead');
    expect(await part('well again', async () => 1, 0)).toBe(1);
    expect(await part('well', async () => 2, 0)).toBe(2);
    expect(told).toEqual([
      ['troubled_items', { p_kind: 'reconciler' }],
      ['record_trouble', { p_kind: 'reconciler', p_item: 'broken', p_error: 'poisoned' }],
      ['clear_trouble', { p_kind: 'reconciler', p_item: 'well again' }],
    ]);
    const blind = await partsByThemselves(() => Promise.reject(new Error('the database is away')));
    expect(await blind('well', async () => 2, 0)).toBe(2);
    log.mockRestore();
  });
});
