import { AsyncLocalStorage } from 'node:async_hooks';

/** What the caller asked for and lite 0.10.0 drops before it calls the mailer. */
export type AuthRequest = {
  redirectTo: string | undefined;
};

const current = new AsyncLocalStorage<AuthRequest>();

export function currentAuthRequest(): AuthRequest {
  return current.getStore() ?? { redirectTo: undefined };
}

/** Runs `handle` with the wishes of this request at hand. */
export function withAuthRequest<T>(request: Request, handle: () => Promise<T>): Promise<T> {
  return current.run({ redirectTo: new URL(request.url).searchParams.get('redirect_to') ?? undefined }, handle);
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
