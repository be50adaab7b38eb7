import { sameSecret } from '../auth.ts';
import { base64Url } from '../base64url.ts';

/**
 * Returns a token that only we can derive from its subject, so that it needn't be stored: HMAC-SHA256, base64url.
 * `purpose` separates its uses.
 */
async function derive(key: string, purpose: string, about: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const imported = await crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes(`${purpose}:${about}`))));
}

/** Returns a pass's token for our web service. */
export const passToken = (key: string, serial: string): Promise<string> => derive(key, 'wallet pass', serial);

export const isPassToken = async (key: string, serial: string, given: string): Promise<boolean> =>
  sameSecret(given, await passToken(key, serial));

/** How long a pass's address is valid, in seconds. */
const LINK_SECONDS = 300;

/** Returns the query of a pass's address, which is valid for a few minutes. */
export async function passLink(key: string, serial: string, now = Date.now()): Promise<string> {
  const until = String(Math.floor(now / 1000) + LINK_SECONDS);
  const token = await derive(key, 'wallet link', `${serial}:${until}`);
  return new URLSearchParams({ pass: serial, until, token }).toString();
}

/** Returns the serial of the pass, or null. */
export async function linkedPass(key: string, query: URLSearchParams, now = Date.now()): Promise<string | null> {
  const [serial, until, token] = ['pass', 'until', 'token'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  if (!/^\d{10}$/.test(until) || Number(until) * 1000 < now) return null;
  return (await sameSecret(token, await derive(key, 'wallet link', `${serial}:${until}`))) ? serial : null;
}
