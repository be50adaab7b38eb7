import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Faults } from '../bench/chaos/faults.ts';
import { stepOf, stepsOfFunctions } from '../bench/chaos/steps.ts';

const FUNCTIONS = fileURLToPath(new URL('../../supabase/functions', import.meta.url));
const NAMES = new Set(['release_expired', 'claim_outbox', 'book_cash']);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steps-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

async function stepsOf(code: string): Promise<string[]> {
  await writeFile(join(folder, 'handler.ts'), code);
  return [...(await stepsOfFunctions(folder, NAMES)).keys()];
}

describe('the steps of the edge functions', () => {
  test('are read from the code: calls of the database, Stripe, the auth, storage and email services', async () => {
    const steps = await stepsOfFunctions(FUNCTIONS, NAMES);
    expect([...steps.keys()]).toEqual(
      expect.arrayContaining([
        'supabase POST /rest/v1/rpc/release_expired',
        'supabase POST /rest/v1/rpc/claim_outbox',
        'stripe POST /v1/payment_intents',
        'stripe GET /v1/payment_intents/:id',
        'stripe POST /v1/payment_intents/:id/capture',
        'stripe POST /v1/refunds',
        'supabase GET /auth/v1/user',
        'supabase POST /auth/v1/logout',
        'supabase DELETE /storage/v1/object/:bucket',
        'supabase POST /storage/v1/object/:file',
        'supabase POST /storage/v1/object/sign/:file',
        'mail POST /emails',
      ]),
    );
    expect(steps.get('supabase POST /rest/v1/rpc/release_expired')).toEqual(['reconcile/handler.ts']);
    expect([...steps.keys()]).not.toContain('supabase POST /rest/v1/rpc/book_cash');
  });

  test.each([
    ["await deps.as(token)('book_cash', { p_hold_id: id });", 'supabase POST /rest/v1/rpc/book_cash'],
    ["await deps.stripe.paymentIntents.update('pi_1', {});", 'stripe POST /v1/payment_intents/:id'],
    ["await client.auth.admin.inviteUserByEmail('a@b.test');", 'supabase POST /auth/v1/invite'],
    ['await mail.fetch(`${' + 'url}/emails/batch`);', 'mail POST /emails/batch'],
  ])('grow with additions to the code: %s', async (code, step) => {
    expect(await stepsOf(`export const handle = async () => { ${code} };`)).toEqual([step]);
  });

  test('exclude what stays inside the process', async () => {
    expect(await stepsOf("const x = crypto.randomUUID(); console.error('sweeping', [1].map(String), x);")).toEqual([]);
    expect(await stepsOf('export const handle = () => download();')).toEqual([]); // our own function, although storage has one of that name
    await expect(stepsOf('deps.stripe.refunds.giveBack();')).rejects.toThrow('refunds.giveBack');
  });

  test('have the same name in the code and in requests', () => {
    expect(stepOf('stripe', 'POST', '/v1/payment_intents/pi_3a/cancel?expand=1')).toBe(
      'stripe POST /v1/payment_intents/:id/cancel',
    );
    expect(stepOf('supabase', 'POST', '/storage/v1/object/passports/6f0e2a1c-0000-4000-8000-000000000001/a.png')).toBe(
      'supabase POST /storage/v1/object/:file',
    );
    expect(stepOf('supabase', 'DELETE', '/storage/v1/object/passports')).toBe(
      'supabase DELETE /storage/v1/object/:bucket',
    );
  });
});

describe('the verdict about a chaos run', () => {
  test('lists each step that was never killed, and each that is missing from the code', () => {
    const faults = new Faults(1);
    faults.expect(['stripe POST /v1/refunds']);
    expect(faults.gaps()).toEqual([{ step: 'stripe POST /v1/refunds', missing: ['before', 'after'] }]);
    faults.active = true;
    faults.plan('mail POST /emails');
    expect(faults.gaps()).toContainEqual({ step: 'mail POST /emails', missing: [] });
  });
});

describe('the next fault', () => {
  const seen = (faults: Faults, step: string, times: number) => Array.from({ length: times }, () => faults.plan(step));

  test('prefers a rare step, however often another one is seen', () => {
    vi.useFakeTimers();
    const faults = new Faults(1);
    faults.expect(['often', 'seldom']);
    faults.active = true;
    expect(seen(faults, 'often', 20)).toEqual(Array(20).fill(null)); // the functions have just started
    vi.advanceTimersByTime(1000);
    expect(faults.plan('often')).toBeNull();
    expect(faults.plan('seldom')).not.toBeNull();
    vi.advanceTimersByTime(6000);
    expect(faults.plan('often')).not.toBeNull(); // it doesn't wait forever
  });

  test('does not wait if no rarer one is left', () => {
    vi.useFakeTimers();
    const faults = new Faults(1);
    faults.expect(['often']);
    faults.active = true;
    seen(faults, 'often', 20);
    vi.advanceTimersByTime(1000);
    expect(faults.plan('often')).not.toBeNull();
  });
});
