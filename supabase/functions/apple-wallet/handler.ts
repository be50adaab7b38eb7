import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { HttpError, inTheLog, readBody, readBytes } from '../_shared/http.ts';
import { applePass, PKPASS } from '../_shared/wallet/apple-pass.ts';
import { readPass } from '../_shared/wallet/pass.ts';
import type { AppleWallet } from '../_shared/wallet/settings.ts';
import { isPassToken } from '../_shared/wallet/tokens.ts';

/**
 * Apple Wallet's web service for passes ("Adding a Web Service to Update Passes"), below …/apple-wallet/v1: POST and
 * DELETE devices/{device}/registrations/{type}/{serial}; GET devices/{device}/registrations/{type}; GET
 * passes/{type}/{serial}; POST log. A pass authenticates with its token; all others get the same refusal, so that
 * nobody learns what exists.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return inTheLog(request, async () => {
    const apple = deps.wallets.apple();
    const parts = new URL(request.url).pathname.split('/').map(decode);
    const [first, ...rest] = parts.slice(parts.indexOf('v1') + 1);
    if (!apple || !parts.includes('v1')) throw refused();
    const call: Call = { request, deps, apple };
    if (first === 'devices') return devices(call, rest);
    if (first === 'passes' && request.method === 'GET') return latestPass(call, rest);
    if (first === 'log' && request.method === 'POST') return log(request);
    throw refused();
  });
}

interface Call {
  request: Request;
  deps: Dependencies;
  apple: AppleWallet;
}

const refused = () => new HttpError(401, 'not_authorized', 'This is not for you');
const empty = (status: number) => new Response(null, { status });
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused();
  }
}

/** Returns the serial, after checking that the caller has this pass. */
async function authorized({ request, apple }: Call, type = '', serial = ''): Promise<string> {
  const token = /^ApplePass (\S{1,100})$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  if (type !== apple.passTypeId || !UUID.test(serial) || !(await isPassToken(apple.tokenKey, serial, token))) {
    throw refused();
  }
  return serial;
}

async function devices(call: Call, [device = '', word, type, serial, ...more]: string[]): Promise<Response> {
  const { request, deps } = call;
  if (word !== 'registrations' || more.length > 0) throw refused();
  if (serial === undefined) {
    if (request.method !== 'GET' || type !== call.apple.passTypeId) throw refused();
    return changedPasses(call, device);
  }
  const p_serial = await authorized(call, type, serial);
  if (request.method === 'POST') return register(call, p_serial, device);
  if (request.method !== 'DELETE') throw refused();
  await deps.admin('forget_wallet_device', { p_serial, p_device: device });
  return empty(200);
}

const registration = z.object({ pushToken: z.string() });

async function register({ request, deps }: Call, p_serial: string, p_device: string): Promise<Response> {
  const { pushToken: p_push_token } = await readBody(request, registration);
  const known = await deps.admin('register_wallet_device', { p_serial, p_device, p_push_token });
  if (known === null) throw refused();
  return empty(known === 'new' ? 201 : 200);
}

const serials = z.object({ serials: z.array(z.string()), tag: z.string() }).nullable();

/**
 * Returns the passes that a device should fetch again. These are all of them once any has changed, because there
 * are only a few.
 */
async function changedPasses({ request, deps }: Call, p_device: string): Promise<Response> {
  const found = serials.parse(await deps.admin('wallet_serials', { p_device }));
  const before = new URL(request.url).searchParams.get('passesUpdatedSince');
  if (!found || found.tag === before) return empty(204);
  return Response.json({ serialNumbers: found.serials, lastUpdated: found.tag });
}

async function latestPass(call: Call, [type, serial, ...more]: string[]): Promise<Response> {
  if (more.length > 0) throw refused();
  const pass = await readPass(call.deps, await authorized(call, type, serial));
  if (!pass) throw refused();
  const file = await applePass(pass, call.apple, `${call.deps.mail.functionsUrl}/apple-wallet`);
  return new Response(file, { headers: { 'content-type': PKPASS, 'cache-control': 'no-store' } });
}

const MAX_LOG = 64 * 1024;

/**
 * Handles Wallet's error messages. Anyone may send them, and they contain passes and tokens, so only their arrival
 * is logged and not their content.
 */
async function log(request: Request): Promise<Response> {
  await readBytes(request, MAX_LOG, () => new HttpError(413, 'body_too_large', 'The request is too large'));
  return empty(200);
}
