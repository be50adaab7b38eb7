import { createECDH } from 'node:crypto';
import webpush from 'web-push';
import { z } from 'zod';
import type { Rpc } from '../database.ts';
import { reason } from '../troubles.ts';
import { type Push, writePush } from './write-push.ts';

/** Our VAPID keys (RFC 8292), and a contact address for push services. */
export interface PushSettings {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/**
 * Null without a key: then no browser has subscribed. The public key, used by the pages, is derived from the private
 * one.
 */
export function pushSettings(env: (name: string) => string | undefined, from: string): PushSettings | null {
  const privateKey = env('VAPID_PRIVATE_KEY');
  if (!privateKey) return null;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey,
    subject: `mailto:${/<([^<>]+)>/.exec(from)?.[1] ?? from}`,
  };
}

interface Sender {
  admin: Rpc;
  push: PushSettings | null;
  fetch: typeof fetch;
}

const claimed = z.array(z.object({ id: z.coerce.number(), data: z.record(z.string(), z.unknown()) }));
const device = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  ttl: z.number(),
  wording: z.string(),
});

/** The result of a push: `gone`, the subscription has ended; `failed`, retry later; `refused`, for good. */
type Outcome = { outcome: 'sent' | 'gone' } | { outcome: 'failed' | 'refused'; error: string };

const RUN_MS = 30_000;

/** Sends due pushes, at most `limit`, each claimed when its turn comes, as processOutbox does with emails. */
export async function sendPushes(sender: Sender, limit = 50): Promise<{ pushed: number }> {
  const deadline = Date.now() + RUN_MS;
  let pushed = 0;
  for (let taken = 0; taken < limit && Date.now() < deadline; taken += 1) {
    const [row] = claimed.parse(await sender.admin('claim_pushes', { p_limit: 1 }));
    if (!row) break;
    const went = await send(sender, row.data);
    await sender.admin('finish_push', {
      p_id: row.id,
      p_outcome: went.outcome,
      p_error: 'error' in went ? went.error : null,
    });
    if (went.outcome === 'sent') pushed += 1;
  }
  return { pushed };
}

async function send(sender: Sender, data: unknown): Promise<Outcome> {
  if (!sender.push) return { outcome: 'refused', error: 'VAPID_PRIVATE_KEY is not set' };
  let push: Push;
  let to: z.infer<typeof device>;
  try {
    [push, to] = [writePush(data), device.parse(data)];
  } catch (error) {
    return { outcome: 'refused', error: `The push could not be written: ${reason(error)}` };
  }
  const request = sealed(push, to, sender.push);
  // Keys that are not a point on the curve: no browser made them, and nobody could decrypt.
  if (!request) return { outcome: 'gone' };
  try {
    const response = await sender.fetch(to.endpoint, {
      method: 'POST',
      ...request,
      // The address was checked when saved, but a redirect was not.
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return outcomeOf(response.status);
  } catch (error) {
    return { outcome: 'failed', error: reason(error) };
  }
}

/** Encrypts the push for this browser (RFC 8291) and signs it with our key; null if its keys are unusable. */
function sealed(push: Push, to: z.infer<typeof device>, { publicKey, privateKey, subject }: PushSettings) {
  const keys = { p256dh: to.p256dh, auth: to.auth };
  // Tried separately: below, our own keys could be at fault, and the subscription would be dropped for it.
  try {
    webpush.encrypt(keys.p256dh, keys.auth, '', 'aes128gcm');
  } catch {
    return null;
  }
  const { headers, body } = webpush.generateRequestDetails({ endpoint: to.endpoint, keys }, JSON.stringify(push), {
    TTL: to.ttl,
    urgency: to.wording === 'message' ? 'normal' : 'high',
    vapidDetails: { subject, publicKey, privateKey },
  });
  const { 'Content-Length': _, ...rest } = headers;
  const named = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return { headers: named, body: body && new Uint8Array(body) };
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  // This push will never be accepted, except for our key or their servers, which may work later.
  const final = status === 400 || status === 413 || (status >= 300 && status < 400);
  return { outcome: final ? 'refused' : 'failed', error: `The push service answered ${status}` };
}
