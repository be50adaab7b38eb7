import { AsyncLocalStorage } from 'node:async_hooks';
import { ownRedirect, type RedirectRules } from './redirects.ts';

/** Request parameters that lite 0.10.0 drops before it calls the mailer. */
export type AuthRequest = {
  redirectTo: string | undefined;
};

const current = new AsyncLocalStorage<AuthRequest>();

export function currentAuthRequest(): AuthRequest {
  return current.getStore() ?? { redirectTo: undefined };
}

/** Runs `handle` with this request's parameters available, if they are valid. */
export function withAuthRequest<T>(request: Request, rules: RedirectRules, handle: () => Promise<T>): Promise<T> {
  const asked = new URL(request.url).searchParams.get('redirect_to') ?? undefined;
  return current.run({ redirectTo: ownRedirect(asked, rules) }, handle);
}

/** Values that lite 0.10.0 reads as strings without checking. */
const TEXTS = [
  'email',
  'password',
  'phone',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'auth_code',
  'code_verifier',
];

/**
 * Returns whether a JSON body isn't an object, has something else where a string or the metadata belongs, or has a text
 * that Postgres can't store. lite then fails in a way that reveals accounts.
 */
export async function isOddBody(request: Request): Promise<boolean> {
  const text = await request.text();
  if (text === '') return false;
  try {
    const body: unknown = JSON.parse(text);
    if (!isObject(body) || ('data' in body && body.data !== null && !isObject(body.data))) return true;
    if (TEXTS.some((name) => name in body && typeof body[name] !== 'string')) return true;
    const { password: _, ...others } = body; // which is refused with its own message
    return !isReadable(others);
  } catch {
    return false; // lite refuses it
  }
}

/** Returns whether Postgres can store all texts of a value: none has a null character or half a character. */
export function isReadable(value: unknown): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, one]) => isReadable(key) && isReadable(one));
}

/** Returns a body's JSON object, which is empty if it is missing or something else. */
export async function readJson(request: Request | Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await request.json();
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
