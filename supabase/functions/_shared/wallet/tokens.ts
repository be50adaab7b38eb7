import { sameSecret } from '../auth.ts';
import { base64Url } from '../base64url.ts';

/**
 * A text that only we can derive from what it is for, so that it is kept nowhere: HMAC-SHA256, base64url. `purpose` keeps what is for one
 * thing from being good for another.
 */
async function derive(key: string, purpose: string, about: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const imported = await crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes(`${purpose}:${about}`))));
}

/** What a pass proves itself with at our web service. */
export const passToken = (key: string, serial: string): Promise<string> => derive(key, 'wallet pass', serial);

export const isPassToken = async (key: string, serial: string, given: string): Promise<boolean> =>
  sameSecret(given, await passToken(key, serial));

/** Seconds for which the address of a pass can be opened. */
const LINK_SECONDS = 300;

/** The query of an address at which a pass can be got for a few minutes. */
export async function passLink(key: string, serial: string, now = Date.now()): Promise<string> {
  const until = String(Math.floor(now / 1000) + LINK_SECONDS);
  const token = await derive(key, 'wallet link', `${serial}:${until}`);
  return new URLSearchParams({ pass: serial, until, token }).toString();
}

/** → the serial of the pass that an address opens, or null */
export async function linkedPass(key: string, query: URLSearchParams, now = Date.now()): Promise<string | null> {
  const [serial, until, token] = ['pass', 'until', 'token'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  if (!/^\d{10}$/.test(until) || Number(until) * 1000 < now) return null;
  return (await sameSecret(token, await derive(key, 'wallet link', `${serial}:${until}`))) ? serial : null;
}
