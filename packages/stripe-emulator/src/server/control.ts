import { z } from 'zod';
import { checkClientSecret } from './api.ts';
import { payOut } from './balance.ts';
import type { Context } from './context.ts';
import { moveDispute, openDispute } from './disputes.ts';
import { invalidParameter } from './failure.ts';
import type { Params } from './form.ts';
import type { Answer } from './idempotency.ts';
import { importBody, importPayments } from './import.ts';
import type { KnobBoard } from './knobs.ts';
import { answerChallenge } from './payment-intents.ts';
import { failRefund } from './refunds.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export interface EmulatorParts {
  store: Store;
  knobs: KnobBoard;
  webhooks: Webhooks;
}

type Run = (params: Params, operation: (context: Context) => unknown) => Answer;

/** Handles /_emulator/…, controls that Stripe doesn't have, with JSON in both directions. */
export async function answerEmulator(
  method: string,
  path: string,
  text: string,
  parts: EmulatorParts,
  run: Run,
): Promise<Answer> {
  const body = parseJson(text);
  if (!body) return { status: 400, body: { message: 'The body must be a JSON object.' } };
  const challenge = /^\/_emulator\/challenge\/([^/]+)$/.exec(path)?.[1];
  if (challenge && method === 'POST') return run({}, (context) => answerForPayer(context, challenge, body));
  switch (`${method} ${path}`) {
    case 'GET /_emulator/knobs':
      return { status: 200, body: parts.knobs.current };
    case 'POST /_emulator/knobs':
      return turn(parts.knobs, body);
    case 'GET /_emulator/events':
      return { status: 200, body: { data: events(parts.store) } };
    case 'POST /_emulator/redeliver':
      return { status: 200, body: await parts.webhooks.redeliver(selection(body)) };
    case 'POST /_emulator/fail_refund':
      return run({}, (context) => failRefund(context, String(body.refund), String(body.reason ?? 'unknown')));
    case 'POST /_emulator/dispute':
      return run({}, (context) => openDispute(context, body));
    case 'POST /_emulator/move_dispute':
      return run({}, (context) => moveDispute(context, body));
    case 'POST /_emulator/payout':
      return run({}, payOut);
    case 'POST /_emulator/import':
      return takeIn(body, run);
    default:
      return { status: 404, body: { message: `The emulator has no ${method} ${path}.` } };
  }
}

function answerForPayer(context: Context, id: string, { client_secret, outcome }: Record<string, unknown>): unknown {
  checkClientSecret(context, id, client_secret);
  if (outcome === 'complete' || outcome === 'fail') return answerChallenge(context, id, outcome === 'complete');
  throw invalidParameter('outcome must be complete or fail.', undefined, 'outcome');
}

function turn(knobs: KnobBoard, changes: Record<string, unknown>): Answer {
  try {
    knobs.turn(changes);
    return { status: 200, body: knobs.current };
  } catch (error) {
    return { status: 400, body: { message: error instanceof Error ? error.message : 'Unknown knob' } };
  }
}

function takeIn(body: Record<string, unknown>, run: Run): Answer {
  const { data, error } = importBody.safeParse(body);
  if (!data) return { status: 400, body: { message: z.prettifyError(error) } };
  return run({}, (context) => importPayments(context, data.payments));
}

/** Returns the events, oldest first, each with the result of its delivery. */
function events({ tables }: Store) {
  return [...tables.events.values()].map((event) => {
    const { id: _id, ...delivery } = tables.deliveries.get(event.id) ?? { id: event.id };
    return { event, delivery };
  });
}

function selection(body: Record<string, unknown>): { all?: boolean; ids?: string[] } {
  if (Array.isArray(body.ids)) return { ids: body.ids.filter((id) => typeof id === 'string') };
  return { all: body.all === true };
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
