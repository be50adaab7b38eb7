import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { close, createLocalServer, listen, readBody, sendJson } from '@territorio/local-server/http';
import { authenticate, type Caller, callApi, forCaller } from './api.ts';
import type { Context } from './context.ts';
import { answerEmulator, type EmulatorParts } from './control.ts';
import { StripeFailure } from './failure.ts';
import { type Params, parseForm } from './form.ts';
import { type Answer, IdempotencyKeys } from './idempotency.ts';
import { KnobBoard } from './knobs.ts';
import { randomId } from './objects.ts';
import { Store, Transaction } from './store.ts';
import { Webhooks } from './webhooks.ts';

export type { ImportedPayment } from './import.ts';

export interface StripeEmulatorOptions {
  port: number;
  /** The folder for state that survives a restart. Without it nothing is stored. */
  dataDir?: string;
  /** Receives every event. Without it none are sent. */
  webhookUrl?: string;
  webhookSecret: string;
  secretKey: string;
  /** The pause before a webhook's second attempt, which doubles after that. Stripe's is longer. */
  retryBaseMs?: number;
  /** Names that are accepted in addition to the machine's own. */
  hosts?: readonly string[];
}

export interface StripeEmulator {
  url: string;
  stop(): Promise<void>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version, stripe-account',
  'access-control-max-age': '600',
};

/**
 * Implements the subset of Stripe's API for card payments, for the official SDK (host, port, protocol) and the
 * browser: payment intents with manual capture, refunds, events, idempotency keys, signed webhooks with retries,
 * test cards and 3-D Secure. States, errors and webhooks follow Stripe's documentation of 2026-10-28.endive.
 */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const store = new Store(options.dataDir);
  const knobs = new KnobBoard();
  const webhooks = new Webhooks(store, knobs, {
    url: options.webhookUrl,
    secret: options.webhookSecret,
    retryBaseMs: options.retryBaseMs ?? 1000,
  });
  const emulator = new Emulator({ store, knobs, webhooks }, options.secretKey);
  const server = createLocalServer({
    hosts: options.hosts,
    onRequest: (req, res) => void emulator.handle(req, res),
  });
  const port = await listen(server, options.port, 'Stripe emulator').catch((error: Error) => {
    store.close();
    throw error;
  });
  webhooks.resume();
  const stop = async () => {
    webhooks.stop();
    await close(server);
    store.close();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

class Emulator {
  private readonly parts: EmulatorParts;
  private readonly keys: IdempotencyKeys;
  private readonly secretKey: string;

  constructor(parts: EmulatorParts, secretKey: string) {
    this.parts = parts;
    this.keys = new IdempotencyKeys(parts.store);
    this.secretKey = secretKey;
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      await this.route(req, res);
    } catch (error) {
      console.error('Stripe emulator:', error);
      sendJson(res, 500, { error: { type: 'api_error', message: 'An unknown error occurred' } }, CORS);
    }
  }

  private async route(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://localhost');
    if (req.method === 'OPTIONS') return void res.writeHead(204, CORS).end();
    const body = (await readBody(req, 1024 * 1024)).toString('utf8');
    if (url.pathname.startsWith('/_emulator/')) {
      const forPayers = url.pathname.includes('/challenge/');
      if (!forPayers && req.headers.authorization !== `Bearer ${this.secretKey}`)
        return sendJson(res, 401, { message: 'The secret key is needed.' });
      const run = (params: Params, operation: (context: Context) => unknown) =>
        this.execute(this.context(req, params), 'publishable', operation);
      const { status, body: answer } = await answerEmulator(req.method ?? 'GET', url.pathname, body, this.parts, run);
      // Only the bank's page is for browsers. The rest is for tests and the command line.
      return sendJson(res, status, answer, forPayers ? CORS : {});
    }
    const params = parseForm(req.method === 'GET' ? url.search : body);
    const headers = { ...CORS, 'request-id': randomId('req', 14), 'stripe-version': '2026-10-28.endive' };
    const { answer, replayed } = await this.answer(req, url.pathname, params);
    sendJson(res, answer.status, answer.body, {
      ...headers,
      ...(replayed && { 'idempotent-replayed': 'true' }),
      ...(answer.status === 409 && { 'stripe-should-retry': 'true' }),
    });
  }

  private async answer(
    req: IncomingMessage,
    path: string,
    params: Params,
  ): Promise<{ answer: Answer; replayed?: boolean }> {
    const method = req.method ?? 'GET';
    try {
      const caller = authenticate(req.headers.authorization, params, { secretKey: this.secretKey });
      const call = async (key?: string) => {
        await setTimeout(this.parts.knobs.current.apiDelayMs);
        const context = this.context(req, params);
        const operation = () => callApi(method, path, caller, context, this.parts.store);
        return this.execute(context, caller, operation, key === undefined ? undefined : { key, path, params });
      };
      const key = method === 'POST' ? req.headers['idempotency-key']?.toString() : undefined;
      if (!key || caller === 'publishable') return { answer: await call() };
      const saved = this.keys.lookUp(key, path, params);
      if (saved) return { answer: saved, replayed: true };
      return { answer: await this.keys.hold(key, () => call(key)) };
    } catch (error) {
      if (error instanceof StripeFailure) return { answer: { status: error.status, body: { error: error.body } } };
      throw error;
    }
  }

  private context(req: IncomingMessage, params: Params): Context {
    const { store, knobs } = this.parts;
    const idempotency_key = req.headers['idempotency-key']?.toString() ?? null;
    return {
      tx: new Transaction(store, { id: randomId('req', 14), idempotency_key }),
      params,
      baseUrl: `http://${req.headers.host ?? 'localhost'}`,
      refuses: (operation) => knobs.roll(operation === 'capture' ? 'refuseCapture' : 'refuseRefund'),
    };
  }

  /**
   * Changes, their events and the stored response are one line of the journal, so that either all or nothing is
   * stored.
   */
  private execute(
    context: Context,
    caller: Caller,
    operation: (context: Context) => unknown,
    remember?: { key: string; path: string; params: Params },
  ): Answer {
    let { tx } = context;
    let answer: Answer;
    let keep = remember;
    try {
      answer = { status: 200, body: forCaller(caller, operation(context)) };
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      const { payment_intent, ...rest } = error.body;
      // A decline changes its PaymentIntent, which the error includes, while other failures change nothing.
      if (!payment_intent) tx = new Transaction(this.parts.store, { id: null, idempotency_key: null });
      if (error.beforeExecution) keep = undefined;
      const shown = payment_intent && { payment_intent: forCaller(caller, payment_intent) };
      answer = { status: error.status, body: { error: { ...rest, ...shown } } };
    }
    if (keep) tx.put('answers', IdempotencyKeys.answerOf(keep.key, keep.path, keep.params, answer));
    tx.commit();
    this.parts.webhooks.schedule(tx.events);
    return answer;
  }
}
