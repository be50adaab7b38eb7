import { AsyncLocalStorage } from 'node:async_hooks';

/** What the caller asked for and lite 0.10.0 drops before it calls the mailer. */
export type AuthRequest = {
  redirectTo: string | undefined;
  /** PKCE: the link in the mail then comes back with a code that only the asking browser can redeem. */
  challenge: { value: string; method: 's256' | 'plain' } | undefined;
};

const current = new AsyncLocalStorage<AuthRequest>();

export function currentAuthRequest(): AuthRequest {
  return current.getStore() ?? { redirectTo: undefined, challenge: undefined };
}

/** Runs `handle` with the wishes of this request at hand. */
export async function withAuthRequest<T>(request: Request, handle: () => Promise<T>): Promise<T> {
  return current.run(await readAuthRequest(request.clone()), handle);
}

export async function readAuthRequest(request: Request): Promise<AuthRequest> {
  const redirectTo = new URL(request.url).searchParams.get('redirect_to') ?? undefined;
  const body = await readJson(request);
  const value = body.code_challenge;
  const method = String(body.code_challenge_method ?? 's256').toLowerCase();
  const challenge =
    typeof value === 'string' && value !== '' && (method === 's256' || method === 'plain')
      ? { value, method }
      : undefined;
  return { redirectTo, challenge } as AuthRequest;
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
