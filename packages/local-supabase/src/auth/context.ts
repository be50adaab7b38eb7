import { AsyncLocalStorage } from 'node:async_hooks';
import { ownRedirect, type RedirectRules } from './redirects.ts';

/** What the caller asked for and lite 0.10.0 drops before it calls the mailer. */
export type AuthRequest = {
  redirectTo: string | undefined;
};

const current = new AsyncLocalStorage<AuthRequest>();

export function currentAuthRequest(): AuthRequest {
  return current.getStore() ?? { redirectTo: undefined };
}

/** Runs `handle` with the wishes of this request at hand, as far as the rules allow them. */
export function withAuthRequest<T>(request: Request, rules: RedirectRules, handle: () => Promise<T>): Promise<T> {
  const asked = new URL(request.url).searchParams.get('redirect_to') ?? undefined;
  return current.run({ redirectTo: ownRedirect(asked, rules) }, handle);
}

/** What lite 0.10.0 reads as texts without looking. */
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

/** Whether a JSON body is no object, or has something else where a text belongs. lite then fails in a way that tells who has an account. */
export async function isOddBody(request: Request): Promise<boolean> {
  const text = await request.text();
  if (text === '') return false;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return true;
    return TEXTS.some((name) => name in body && typeof (body as Record<string, unknown>)[name] !== 'string');
  } catch {
    return false; // lite refuses it
  }
}

/** The JSON object of a body; empty when there is none or it is something else. */
export async function readJson(request: Request | Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await request.json();
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
