import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rpcOf, toHttpError } from '../../supabase/functions/_shared/database.ts';
import { mailSettings, processOutbox } from '../../supabase/functions/_shared/email.ts';
import { HttpError } from '../../supabase/functions/_shared/http.ts';

/**
 * Tests the exact requests to the email service, and the meaning of its responses. mail.test.ts tests the outbox
 * with a database.
 */

const mail = {
  apiUrl: 'http://mail.test/',
  apiKey: 'key',
  from: 'Boats <a@b.test>',
  appUrl: 'http://app.test',
  functionsUrl: 'http://api.test/functions/v1',
};
const row = (id: number, data: unknown = { name: 'Ana', email: 'ana@b.test', message: 'Hi' }) => ({
  id: String(id),
  dedupe_key: `key ${id}`,
  template: 'contact_message',
  recipient: 'team@b.test',
  data,
});

let queue: ReturnType<typeof row>[];
let finished: Record<string, unknown>[];
let requests: { url: string; init: RequestInit }[];
let answer: () => Promise<Response>;
const sender = {
  mail,
  admin: async (name: string, args: Record<string, unknown> = {}) => {
    if (name === 'claim_outbox') return queue.splice(0, Number(args.p_limit));
    finished.push(args);
    return null;
  },
  fetch: (async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return answer();
  }) as typeof fetch,
};
beforeEach(() => {
  [queue, finished, requests] = [[], [], []];
  answer = async () => new Response('{}', { status: 200 });
});
afterEach(() => void vi.useRealTimers());

describe('sending an email', () => {
  test('uses our key and its own, and counts as sent', async () => {
    queue = [row(1)];
    expect(await processOutbox(sender)).toEqual({ sent: 1, failed: 0 });
    const [{ url, init } = { url: '', init: {} }] = requests;
    expect(url).toBe('http://mail.test/emails');
    expect(init.method).toBe('POST');
    expect(init.headers).toEqual({
      authorization: 'Bearer key',
      'content-type': 'application/json',
      'idempotency-key': 'key 1',
    });
    expect(JSON.parse(String(init.body))).toMatchObject({ from: 'Boats <a@b.test>', to: ['team@b.test'] });
    expect(finished).toEqual([{ p_id: 1, p_outcome: 'sent', p_error: null }]);
  });

  test("keeps the path of a service's address", async () => {
    queue = [row(1)];
    await processOutbox({ ...sender, mail: { ...mail, apiUrl: 'http://mail.test/v1' } });
    expect(requests[0]?.url).toBe('http://mail.test/v1/emails');
  });

  test.each([
    [400, true],
    [422, true],
    [401, false],
    [429, false],
    [500, false],
  ])('fails permanently after the response %i: %s', async (status, final) => {
    queue = [row(1)];
    answer = async () => new Response('x'.repeat(400), { status });
    expect(await processOutbox(sender)).toEqual({ sent: 0, failed: 1 });
    expect(finished).toEqual([
      { p_id: 1, p_outcome: final ? 'refused' : 'failed', p_error: `${status} ${'x'.repeat(300)}` },
    ]);
  });

  test('succeeds if it was sent under its key with another text before', async () => {
    queue = [row(1), row(2)];
    const answers = [
      [409, 'invalid_idempotent_request'],
      [500, 'invalid_idempotent_request'],
    ] as const;
    let turn = 0;
    answer = async () => new Response(answers[turn]?.[1], { status: answers[turn++]?.[0] ?? 200 });
    expect(await processOutbox(sender)).toEqual({ sent: 1, failed: 1 });
    expect(finished).toMatchObject([{ p_outcome: 'sent' }, { p_outcome: 'failed' }]);
  });

  test('is retried if the service is unavailable', async () => {
    queue = [row(1)];
    answer = () => Promise.reject(new Error('no line'));
    await processOutbox(sender);
    expect(finished).toEqual([{ p_id: 1, p_outcome: 'failed', p_error: 'no line' }]);
  });

  test("is discarded if it can't be written", async () => {
    queue = [row(1, { name: 1 })];
    await processOutbox(sender);
    expect(finished).toMatchObject([
      { p_error: expect.stringMatching(/^The mail could not be written: /), p_outcome: 'refused' },
    ]);
    expect(requests).toEqual([]);
  });
});

describe('a run', () => {
  test('ends at its limit of sent and failed ones together', async () => {
    queue = Array.from({ length: 5 }, (_, n) => row(n + 1, n % 2 ? { name: 1 } : undefined));
    expect(await processOutbox(sender, 4)).toEqual({ sent: 2, failed: 2 });
    expect(queue).toHaveLength(1);
  });

  test('takes twenty by default', async () => {
    queue = Array.from({ length: 30 }, (_, n) => row(n + 1));
    expect(await processOutbox(sender)).toEqual({ sent: 20, failed: 0 });
  });

  test('stops after a minute and a half during a slow email', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    queue = Array.from({ length: 5 }, (_, n) => row(n + 1));
    answer = async () => {
      vi.advanceTimersByTime(45_000);
      return new Response('{}');
    };
    expect(await processOutbox(sender)).toEqual({ sent: 2, failed: 0 });
  });
});

describe('the address of the email service', () => {
  const settings = (values: Record<string, string>) => mailSettings((name) => values[name]);

  test("is the environment's", () => {
    const all = {
      EMAIL_API_URL: 'http://mail.test',
      EMAIL_API_KEY: 'key',
      EMAIL_FROM: 'Boats <a@b.test>',
      APP_URL: 'https://app.test/guatemala/',
      FUNCTIONS_URL: 'https://api.test/functions/v1/',
    };
    expect(settings(all)).toEqual({
      apiUrl: 'http://mail.test',
      apiKey: 'key',
      from: 'Boats <a@b.test>',
      appUrl: 'https://app.test/guatemala',
      functionsUrl: 'https://api.test/functions/v1',
    });
  });

  test("is the service's own, with the demo's sender", () => {
    expect(settings({ SUPABASE_URL: 'http://127.0.0.1:54321' })).toEqual({
      apiUrl: 'https://api.resend.com',
      apiKey: '',
      from: 'Territorio <bookings@territorio.test>',
      appUrl: 'http://localhost:5173',
      functionsUrl: 'http://127.0.0.1:54321/functions/v1',
    });
  });
});

describe('a database function', () => {
  const client = (answered: unknown) => {
    const calls: unknown[] = [];
    const rpc = async (...call: unknown[]) => {
      calls.push(call);
      return answered;
    };
    return { calls, rpc: rpcOf({ rpc } as never) };
  };

  test('returns its result', async () => {
    const { calls, rpc } = client({ data: [1], error: null });
    expect(await rpc('claim', { p: 1 })).toEqual([1]);
    await rpc('claim');
    expect(calls).toEqual([
      ['claim', { p: 1 }],
      ['claim', {}],
    ]);
  });

  test('refuses with its own status, code and text', async () => {
    const { rpc } = client({ data: null, error: { code: 'PT409', hint: 'sold_out', message: 'No seats left' } });
    const refusal: unknown = await rpc('claim').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HttpError);
    expect(refusal).toMatchObject({ status: 409, code: 'sold_out', message: 'No seats left' });
    expect(toHttpError({ code: 'PT403', message: 'No' })).toMatchObject({ status: 403, code: 'refused' });
    expect(toHttpError({ code: '22021', message: 'x' })).toMatchObject({ status: 400, code: 'invalid_character' });
  });

  test.each(['23505', 'XPT409', 'PT4091', 'PT40', undefined])('fails as our fault with the code %s', (code) => {
    const error = toHttpError({ code, message: 'duplicate key' });
    expect(error).not.toBeInstanceOf(HttpError);
    expect(error.message).toBe(`${code ?? 'database'}: duplicate key`);
  });
});
