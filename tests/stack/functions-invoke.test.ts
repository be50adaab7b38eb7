import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FunctionsHttpError } from '@supabase/supabase-js';
import { describe, expect, inject, it } from 'vitest';
import { newClient, signedIn } from '../support/stack.ts';

const body = { hold_id: randomUUID() };

async function answerOf(error: unknown): Promise<{ status: number; code: unknown }> {
  expect(error).toBeInstanceOf(FunctionsHttpError);
  const response: Response = error instanceof FunctionsHttpError ? error.context : Response.error();
  const { code } = await response.json();
  return { status: response.status, code };
}

describe('edge functions through the client', () => {
  it('refuse a caller without a session', async () => {
    const { error } = await newClient().functions.invoke('create-payment-intent', { body });
    expect(await answerOf(error)).toEqual({ status: 401, code: 'not_signed_in' });
  });

  /** Public and read-only, because feed readers have no session. */
  const open = ['conditions-feed'];
  const folder = fileURLToPath(new URL('../../supabase/functions', import.meta.url));
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')));
  it.each(names)('refuse a caller without a session, secret or signature: %s', async (name) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${inject('stack').url}/functions/v1/${name}`, { method: 'POST', body: '{}', headers });
    if (open.includes(name)) expect(answer.status).toBe(405);
    else expect([400, 401, 403, 422]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it('know a caller with a session, and then report the missing hold', async () => {
    const { client } = await signedIn();
    const { error } = await client.functions.invoke('create-payment-intent', { body });
    expect(await answerOf(error)).toEqual({ status: 404, code: 'hold_not_found' });
  });

  it('refuse a session that was signed out, although its token has not expired', async () => {
    const { client } = await signedIn();
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    await client.auth.signOut();
    const headers = { authorization: `Bearer ${token}` };
    const { error } = await newClient().functions.invoke('create-payment-intent', { body, headers });
    expect((await answerOf(error)).status).toBe(401);
  });

  it("run the timer's functions only with its secret", async () => {
    const call = (secret: string) =>
      fetch(`${inject('stack').url}/functions/v1/reconcile`, {
        method: 'POST',
        headers: { 'x-reconcile-secret': secret },
        body: '{}',
      });
    expect((await call('wrong')).status).toBe(401);
    expect((await call(inject('stack').reconcileSecret)).status).toBe(200);
  });

  it('return 404 for an unknown function', async () => {
    const { error } = await newClient().functions.invoke('no-such-function', { body: {} });
    expect(error instanceof FunctionsHttpError ? error.context.status : error).toBe(404);
  });
});
