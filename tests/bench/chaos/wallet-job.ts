import { filesOf } from '../../functions/wallet-support.ts';
import { type ChaosStack, PUBLIC_URL } from './chaos-stack.ts';
import { bookedInCash, type JobContext, textIn } from './job-context.ts';
import { callTimed, invoke, rpc } from './people.ts';
import { wait } from './rng.ts';
import { count } from './trip.ts';

/** The parts of a pass that a device reads. */
interface PassFile {
  serialNumber: string;
  passTypeIdentifier: string;
  authenticationToken: string;
  webServiceURL: string;
}

/** Passes only have a web service at https, so the functions get such an address. */
const here = ({ api }: ChaosStack, url: string) => url.replace(PUBLIC_URL, api);

const ATTEMPTS = 12;
const hex = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');

/**
 * Adds a ticket to Apple Wallet. The device registers, the booking ends, and the device is notified, fetches the
 * change and deletes the pass.
 */
export async function keepInWallet(context: JobContext): Promise<void> {
  const { stack, who, log } = context;
  const booking = await bookedInCash(context);
  if (!booking) return;
  const which = { booking_id: booking };
  const link = textIn(await invoke(stack, who, 'wallet-pass', { ...which, wallet: 'apple', language: 'en' }), 'url');
  const pass = link && (await passAt(stack, link));
  if (!pass) return;
  const device = `/v1/devices/${hex(16)}/registrations/${pass.passTypeIdentifier}`;
  const authorization = `ApplePass ${pass.authenticationToken}`;
  const ask = (method: string, path: string, body?: unknown) =>
    persist(stack, here(stack, pass.webServiceURL + path), { method, authorization, body });
  await ask('POST', `${device}/${pass.serialNumber}`, { pushToken: hex(32) });
  await rpc(stack, who, 'cancel_booking', { p_booking_id: booking });
  await callTimed(stack, 'process-outbox');
  await ask('GET', device);
  const latest = await ask('GET', `/v1/passes/${pass.passTypeIdentifier}/${pass.serialNumber}`);
  if (latest?.ok) count(log, 'a wallet has the newest pass');
  // Half of them stay, to get later changes.
  if (context.n % 2 === 0) await ask('DELETE', `${device}/${pass.serialNumber}`);
}

async function passAt(stack: ChaosStack, link: string): Promise<PassFile | undefined> {
  const answer = await persist(stack, here(stack, link), { method: 'GET' });
  if (!answer?.ok) return undefined;
  const json = filesOf(Buffer.from(await answer.arrayBuffer())).get('pass.json');
  return json && (JSON.parse(json.toString()) as PassFile);
}

/** Repeats unanswered requests, as a phone does. */
async function persist(
  { keys }: ChaosStack,
  url: string,
  { method, authorization, body }: { method: string; authorization?: string; body?: unknown },
): Promise<Response | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const answer = await fetch(url, {
      method,
      headers: {
        apikey: keys.publishable,
        ...(authorization && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await wait(200 * attempt);
  }
  return undefined;
}
