import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Dependencies } from '../../supabase/functions/_shared/dependencies.ts';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { hearLostEvents } from '../../supabase/functions/reconcile/lost-events.ts';
import { post } from '../database/booking/support/checkout.ts';

/** Tests the reconciler's requests to the database and Stripe, part by part. reconcile.test.ts uses a database. */

const NOTHING = {
  released: 0,
  cancel_queued: 0,
  synced: 0,
  unreachable: 0,
  operations: 0,
  events_heard: 0,
  deletions: 0,
  sent: 0,
  failed: 0,
  passports_deleted: 0,
  media_deleted: 0,
  broken_invariants: 0,
};
const NO_ROWS = { total: 0, rows: [] };
/** The database's responses by call. Others have nothing to do. */
let answers: Record<string, (args: Record<string, unknown>) => unknown>;
let told: { name: string; args: Record<string, unknown> }[];
const argsOf = (name: string) => told.filter((call) => call.name === name).map(({ args }) => args);
const quiet: Record<string, unknown> = {
  release_expired: { released: 0, cancel_queued: 0, payment_intents: [] },
  run_departures: {},
  stripe_events_due: { since: new Date().toISOString(), retry: [] },
  recent_broken_rows: NO_ROWS,
  check_invariants_if_due: NO_ROWS,
  apply_payment_intent: { state: 'booked' },
};
const stripe = {
  paymentIntents: { retrieve: vi.fn() },
  refunds: { list: vi.fn() },
  events: { list: vi.fn(), retrieve: vi.fn() },
};
const removed = { passports: vi.fn(), media: vi.fn() };
const deps = {
  admin: async (name: string, args: Record<string, unknown> = {}) => {
    told.push({ name, args });
    return answers[name] ? answers[name](args) : (quiet[name] ?? []);
  },
  stripe,
  reconcileSecret: 'reconcile-test',
  passports: { remove: removed.passports },
  media: { remove: removed.media },
  mail: {},
} as unknown as Dependencies;
const run = async () => (await reconcile(post({}, undefined, { 'x-reconcile-secret': 'reconcile-test' }), deps)).json();

let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.resetAllMocks();
  answers = {};
  told = [];
  stripe.events.list.mockImplementation(async function* () {});
  stripe.refunds.list.mockResolvedValue({ data: [] });
  stripe.paymentIntents.retrieve.mockImplementation(async (id: string) => ({ id, status: 'succeeded', metadata: {} }));
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('reports that a quiet run has done nothing', async () => {
  expect(await run()).toEqual(NOTHING);
  expect(argsOf('record_reconciler_run')).toEqual([{ p_result: NOTHING }]);
  expect(argsOf('expired_passports')).toEqual([{ p_limit: 100 }]);
  expect(argsOf('abandoned_media')).toEqual([
    { p_bucket: 'media', p_limit: 200 },
    { p_bucket: 'images', p_limit: 200 },
  ]);
  expect(log).not.toHaveBeenCalled();
});

test('names each failed part, and reports nothing done', async () => {
  const fail = () => {
    throw new Error('poisoned');
  };
  const parts = [
    'release_expired',
    'run_departures',
    'claim_stripe_ops',
    'stripe_events_due',
    'unfinished_account_deletions',
    'claim_outbox',
  ];
  for (const name of [...parts, 'expired_passports', 'abandoned_media', 'recent_broken_rows']) answers[name] = fail;
  expect(await run()).toEqual(NOTHING);
  const names = [
    'payments',
    'departures',
    'operations',
    'events',
    'deletions',
    'outbox',
    'passports',
    'media',
    'invariants',
  ];
  expect(argsOf('record_trouble')).toEqual(
    names.map((part) => ({ p_kind: 'reconciler', p_item: part, p_error: 'poisoned' })),
  );
});

describe('payments in progress', () => {
  const rounds = (...list: string[][]) => {
    let round = 0;
    answers.release_expired = () => ({ released: 2, cancel_queued: 1, payment_intents: list[round++] ?? [] });
  };

  test('are checked once each, in rounds, with the sum of freed seats', async () => {
    rounds(['pi_a', 'pi_b'], ['pi_b', 'pi_c']);
    expect(await run()).toEqual({ ...NOTHING, released: 6, cancel_queued: 3, synced: 3 });
    expect(stripe.paymentIntents.retrieve.mock.calls.map(([id]) => id)).toEqual(['pi_a', 'pi_b', 'pi_c']);
    expect(argsOf('record_payment_lookup')).toEqual([]);
  });

  test('go to the end of the queue as missing if unknown to Stripe, and unchanged if they fail', async () => {
    rounds(['pi_unknown', 'pi_broken', 'pi_well']);
    stripe.paymentIntents.retrieve.mockImplementation(async (id: string) => {
      const values = { type: 'invalid_request_error', message: 'No', code: 'resource_missing' };
      if (id === 'pi_unknown') throw new Stripe.errors.StripeInvalidRequestError(values as never);
      if (id === 'pi_broken') throw new Error('poisoned');
      return { id, status: 'succeeded', metadata: {} };
    });
    expect(await run()).toMatchObject({ synced: 2, unreachable: 0 });
    expect(argsOf('record_payment_lookup')).toEqual([
      { p_payment_intent_id: 'pi_unknown', p_missing: true },
      { p_payment_intent_id: 'pi_broken', p_missing: false },
    ]);
    expect(argsOf('record_trouble')).toEqual([{ p_kind: 'payment', p_item: 'pi_broken', p_error: 'poisoned' }]);
  });

  test('are checked in one round while Stripe is unavailable', async () => {
    rounds(['pi_a'], ['pi_b']);
    stripe.paymentIntents.retrieve.mockRejectedValue(
      new Stripe.errors.StripeConnectionError({ message: 'away' } as never),
    );
    expect(await run()).toMatchObject({ released: 2, synced: 0, unreachable: 1 });
  });

  test('are left to the next run after three quarters of a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    rounds(['pi_a', 'pi_b', 'pi_c'], ['pi_d'], ['pi_e']);
    stripe.paymentIntents.retrieve.mockImplementation(async (id: string) => {
      vi.advanceTimersByTime(id === 'pi_c' ? 15_001 : 15_000);
      return { id, status: 'succeeded', metadata: {} };
    });
    expect(await run()).toMatchObject({ synced: 3, released: 2 });
  });

  test('get another round just before that', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    rounds(['pi_a', 'pi_b', 'pi_c'], ['pi_d']);
    stripe.paymentIntents.retrieve.mockImplementation(async (id: string) => {
      vi.advanceTimersByTime(15_000);
      return { id, status: 'succeeded', metadata: {} };
    });
    expect(await run()).toMatchObject({ synced: 4 });
  });
});

test('deletes expired images and unused uploads one by one, and records a failure', async () => {
  answers.expired_passports = () => ['p/1', 'p/2'];
  answers.abandoned_media = ({ p_bucket }) => (p_bucket === 'media' ? ['m/1', 'm/2'] : ['i/1']);
  removed.passports.mockImplementation(async ([name]: string[]) => {
    if (name === 'p/1') throw new Error('poisoned');
  });
  expect(await run()).toEqual({ ...NOTHING, passports_deleted: 1, media_deleted: 3 });
  expect(removed.passports.mock.calls).toEqual([[['p/1']], [['p/2']]]);
  expect(removed.media.mock.calls).toEqual([
    ['media', ['m/1']],
    ['media', ['m/2']],
    ['images', ['i/1']],
  ]);
  expect(argsOf('passports_deleted')).toEqual([{ p_names: ['p/2'] }]);
  expect(argsOf('record_trouble')).toEqual([{ p_kind: 'passport', p_item: 'p/1', p_error: 'poisoned' }]);
});

describe('a broken rule', () => {
  const row = (rule: string) => ({ rule, subject: 's', expected: 1, actual: 2, todo: 'Count again' });

  test('is reported with its row and what to do', async () => {
    answers.recent_broken_rows = () => ({ total: 3, rows: [row('seats')] });
    expect(await run()).toMatchObject({ broken_invariants: 3 });
    expect(log.mock.calls).toEqual([['Broken rule "seats" at s: expected 1, is 2. What to do: Count again']]);
  });

  test("is reported from the full check instead of the last hour's", async () => {
    answers.recent_broken_rows = () => ({ total: 1, rows: [row('seats')] });
    answers.check_invariants_if_due = () => ({ total: 2, rows: [row('money'), row('seats')] });
    expect(await run()).toMatchObject({ broken_invariants: 2 });
    expect(log).toHaveBeenCalledTimes(2);
    expect(log.mock.calls[0]?.[0]).toContain('money');
  });
});

describe('lost events', () => {
  const event = (id: string, intent: unknown, type = 'charge.refunded') => ({
    id,
    type,
    data: { object: { payment_intent: intent } },
  });
  const since = (hours: number) => {
    answers.stripe_events_due = () => ({ since: new Date(Date.now() - hours * 3_600_000).toISOString(), retry: [] });
    answers.unprocessed_stripe_events = ({ p_ids }) => p_ids;
  };
  const give = (...windows: object[][]) =>
    stripe.events.list.mockImplementation(async function* () {
      yield* windows.shift() ?? [];
    });

  test('are read if they concern a payment, oldest first', async () => {
    since(1);
    give([event('evt_2', 'pi_b'), event('evt_x', null), event('evt_1', 'pi_a')]);
    expect(await hearLostEvents(deps)).toBe(2);
    expect(stripe.events.list.mock.calls[0]?.[0]).toMatchObject({
      limit: 100,
      types: expect.arrayContaining(['refund.failed']),
    });
    expect(argsOf('unprocessed_stripe_events')).toEqual([{ p_ids: ['evt_1', 'evt_2'] }]);
    expect(stripe.paymentIntents.retrieve.mock.calls.map(([id]) => id)).toEqual(['pi_a', 'pi_b']);
    expect(argsOf('apply_payment_intent')).toMatchObject([
      { p_event_id: 'evt_1', p_event_type: 'charge.refunded' },
      { p_event_id: 'evt_2' },
    ]);
  });

  test('are only read when due', async () => {
    since(1);
    give([event('evt_2', 'pi_b'), event('evt_1', 'pi_a')]);
    answers.unprocessed_stripe_events = () => ['evt_2'];
    expect(await hearLostEvents(deps)).toBe(1);
    expect(stripe.paymentIntents.retrieve.mock.calls.map(([id]) => id)).toEqual(['pi_b']);
  });

  test('end a run with the window in which its limit was reached, over all windows', async () => {
    since(20); // four windows of six hours
    give([event('a', 'pi')], [event('b', 'pi')], [event('c', 'pi')], [event('d', 'pi')]);
    expect(await hearLostEvents(deps, 2)).toBe(2);
    expect(argsOf('record_stripe_events_read')).toHaveLength(2);
  });

  test('are read again by the next run if Stripe was unavailable', async () => {
    since(1);
    give([event('a', 'pi')]);
    stripe.paymentIntents.retrieve.mockRejectedValue(
      new Stripe.errors.StripeConnectionError({ message: 'away' } as never),
    );
    expect(await hearLostEvents(deps)).toBe(0);
    expect(argsOf('record_stripe_events_read')).toEqual([]);
  });
});

describe('the health check', () => {
  const state = { last_run_at: '2026-11-22T10:00:00Z', late: false, waiting: 3, parked: 1 };
  const health = (headers: Record<string, string> = {}) =>
    reconcile(new Request('http://functions.test/reconcile/health', { headers }), deps);

  test('reports whether the reconciler runs, and with the secret what is queued', async () => {
    answers.reconciler_health = () => state;
    const answer = await health();
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    const known = await health({ 'x-reconcile-secret': 'reconcile-test' });
    expect([known.status, await known.json()]).toEqual([200, { status: 'ok', ...state }]);
    const guessed = await health({ 'x-reconcile-secret': 'guessed' });
    expect([guessed.status, await guessed.json()]).toEqual([200, { status: 'ok' }]);
    expect(argsOf('record_reconciler_run')).toEqual([]);
  });

  test('fails if it is late, or if the database does not answer', async () => {
    answers.reconciler_health = () => ({ ...state, last_run_at: null, late: true });
    const late = await health();
    expect([late.status, await late.json()]).toEqual([503, { status: 'late' }]);
    answers.reconciler_health = () => {
      throw new Error('no connection');
    };
    const away = await health();
    expect([away.status, await away.json()]).toEqual([503, { status: 'unreachable' }]);
    expect(log).toHaveBeenCalledOnce();
  });
});
