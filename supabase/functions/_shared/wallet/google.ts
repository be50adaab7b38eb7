import { z } from 'zod';
import { base64Url } from '../base64url.ts';
import { HttpError } from '../http.ts';
import type { Pass } from './pass.ts';
import type { GoogleWallet } from './settings.ts';

const API = 'https://walletobjects.googleapis.com/walletobjects/v1';
const TOKENS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const SAVE = 'https://pay.google.com/gp/v/save/';
const TIMEOUT_MS = 10_000;

type Fetch = typeof fetch;

/** Returns a JWT of the service account (RS256). */
async function signJwt({ email, key }: GoogleWallet, claims: Record<string, unknown>): Promise<string> {
  const encode = (part: unknown) => base64Url(new TextEncoder().encode(JSON.stringify(part)));
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iss: email, ...claims })}`;
  const der = Uint8Array.from(atob(key.replace(/-----[^-]+-----|\s/g, '')), (c) => c.charCodeAt(0));
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign(algorithm.name, imported, new TextEncoder().encode(signed));
  return `${signed}.${base64Url(new Uint8Array(signature))}`;
}

const objectId = ({ issuerId }: GoogleWallet, serial: string) => `${issuerId}.${serial}`;

/**
 * Returns the address that adds a pass to the reader's wallet. It only names the pass, because Google accepts at
 * most 1,800 characters and a ticket's code must not be in an address.
 */
export async function saveLink(
  google: GoogleWallet,
  serial: string,
  appUrl: string,
  now = Date.now(),
): Promise<string> {
  const jwt = await signJwt(google, {
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now / 1000),
    origins: [appUrl],
    payload: { genericObjects: [{ id: objectId(google, serial) }] },
  });
  return SAVE + jwt;
}

/** All passes share one class, because everything that differs is in the pass. */
const classOf = ({ issuerId }: GoogleWallet) => ({
  id: `${issuerId}.ticket`,
  multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
});

export function googlePass(pass: Pass, google: GoogleWallet) {
  const said = (value: string) => ({ defaultValue: { language: pass.language.locale, value } });
  return {
    id: objectId(google, pass.serial),
    classId: classOf(google).id,
    state: pass.state === 'valid' ? 'ACTIVE' : 'EXPIRED',
    cardTitle: said('Territorio'),
    header: said(pass.title),
    subheader: said(pass.territory),
    hexBackgroundColor: '#1b2044',
    textModulesData: pass.facts.map(({ key, label, value }) => ({ id: key, header: label, body: value })),
    linksModuleData: { uris: [{ id: 'bookings', uri: pass.bookings.url, description: pass.bookings.label }] },
    // An update replaces the whole object, so that the old code is removed if there is none.
    ...(pass.qr && { barcode: { type: 'QR_CODE', value: pass.qr } }),
    ...(pass.expiresAt && { validTimeInterval: { end: { date: pass.expiresAt } } }),
  };
}

const tokenAnswer = z.object({ access_token: z.string() });

async function accessToken(google: GoogleWallet, fetch: Fetch): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const assertion = await signJwt(google, { scope: SCOPE, aud: TOKENS, iat: now, exp: now + 300 });
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const answer = await fetch(TOKENS, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`Google gave no token: ${answer.status}`);
  return tokenAnswer.parse(await answer.json()).access_token;
}

/** Returns a function that calls Google's API. Only the status is logged, because a response may repeat our data. */
async function caller(google: GoogleWallet, fetch: Fetch) {
  const token = await accessToken(google, fetch);
  return async (method: 'POST' | 'PUT', path: string, body: unknown): Promise<number> => {
    const answer = await fetch(`${API}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  };
}

/**
 * Writes a pass's current state and returns the status of Google's response, which is 404 if the pass doesn't
 * exist. `create` means that it may not exist yet.
 */
export async function writeGooglePass(
  pass: Pass,
  google: GoogleWallet,
  fetch: Fetch,
  create: boolean,
): Promise<number> {
  const call = await caller(google, fetch);
  const object = googlePass(pass, google);
  const written = await call('PUT', `genericObject/${encodeURIComponent(object.id)}`, object);
  if (written !== 404 || !create) return written;
  const added = await call('POST', 'genericClass', classOf(google));
  if (added >= 400 && added !== 409) return added;
  const first = await call('POST', 'genericObject', object);
  // Of two concurrent requests, the other one has written the same.
  return first === 409 ? 200 : first;
}

/** Creates a pass for the person who clicked. Raises 502 'wallet_unavailable'. */
export async function createGooglePass(pass: Pass, google: GoogleWallet, fetch: Fetch): Promise<void> {
  const status = await writeGooglePass(pass, google, fetch, true).catch(() => 0);
  if (status < 200 || status >= 300) {
    throw new HttpError(502, 'wallet_unavailable', "Google Wallet isn't responding. Please try again later.");
  }
}
