import { createECDH } from 'node:crypto';
import webpush from 'web-push';
import { z } from 'zod';
import type { Rpc } from '../database.ts';
import { type Outcome, sendDue } from '../outbox.ts';
import { reason } from '../troubles.ts';
import { type Push, writePush } from './write-push.ts';

/** Our VAPID keys (RFC 8292), and a contact address for push services. */
export interface PushSettings {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/**
 * Returns null without a key, because then no browser has subscribed. The public key that the pages use is derived
 * from the private one.
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

const device = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  ttl: z.number(),
  wording: z.string(),
});

/** Sends due pushes. */
export async function sendPushes(sender: Sender, limit = 50): Promise<{ pushed: number }> {
  const run = { kind: 'push', limit, runMs: 30_000 } as const;
  const { sent } = await sendDue(sender.admin, run, ({ data }) => send(sender, data));
  return { pushed: sent };
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
  // The keys aren't a point on the curve, so no browser made them and no one could decrypt the message.
  if (!request) return { outcome: 'gone' };
  try {
    const response = await sender.fetch(to.endpoint, {
      method: 'POST',
      ...request,
      // The address was checked when it was saved, but a redirect was not.
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return outcomeOf(response.status);
  } catch (error) {
    return { outcome: 'failed', error: reason(error) };
  }
}

/**
 * Encrypts the push notification for this browser (RFC 8291) and signs it with our key. Returns null if the
 * browser's keys can't be used.
 */
function sealed(push: Push, to: z.infer<typeof device>, { publicKey, privateKey, subject }: PushSettings) {
  const keys = { p256dh: to.p256dh, auth: to.auth };
  // This is tried separately. Below, our own keys could be the cause, and the subscription would be dropped because
  // of them.
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
  // This push notification will never be accepted, unless our key or their servers are the cause, which may work
  // later.
  const final = status === 400 || status === 413 || (status >= 300 && status < 400);
  return { outcome: final ? 'refused' : 'failed', error: `The push service answered ${status}` };
}
