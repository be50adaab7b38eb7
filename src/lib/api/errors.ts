import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from '@/lib/i18n/i18n';

/**
 * The only error class of the app, created in the data layer. `message` is for the person, and the stable `code`
 * for the program. `detail` says why if `message` only says what failed. `cause` is the original error for the log.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number | undefined;
  readonly detail: string | undefined;

  constructor(
    code: string,
    message: string,
    options: { status?: number | undefined; detail?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status;
    this.detail = options.detail;
  }
}

const NETWORK =
  /failed to fetch|networkerror|load failed|fetch failed|err_network|timeouterror|timed out|importing a module script failed|dynamically imported module/i;

const messageOf = (error: unknown): string =>
  String(typeof error === 'object' && error !== null && 'message' in error ? error.message : error);

/** Returns the code of a request that got no response, or null if it got one. */
export function unreachedCode(message: string): 'network' | 'offline' | null {
  if (!NETWORK.test(message)) return null;
  return globalThis.navigator?.onLine === false ? 'offline' : 'network';
}

export function isAbort(error: unknown): boolean {
  if (!(typeof error === 'object' && error !== null)) return false;
  const { name, message } = error as Partial<Error>;
  return name === 'AbortError' || (name !== 'TimeoutError' && /aborted/i.test(message ?? ''));
}

/** Returns whether the request timed out, after which the person decides whether to try again. */
export const isTimeout = (error: Error): boolean => /timeouterror|timed out/i.test(messageOf(error.cause));

/**
 * Returns whether the row already exists, because the name is taken or because it was stored and the response lost.
 */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof AppError &&
  typeof error.cause === 'object' &&
  error.cause !== null &&
  'code' in error.cause &&
  error.cause.code === '23505';

/** Returns whether repeating the call may help, which is not the case after a deliberate refusal. */
export function isTransient(error: unknown): boolean {
  if (error instanceof AppError) return ['network', 'offline', 'server'].includes(error.code);
  return unreachedCode(messageOf(error)) !== null;
}

/** Returns whether no server could be reached. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof AppError && ['network', 'offline'].includes(error.code);

/** Returns whether no one is signed in, or the session has expired. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof AppError && ['not_signed_in', 'session_expired'].includes(error.code);

/** The text for a failure without a known reason. */
export const messageOfUnknown = msg`Something went wrong. Please try again.`;

/** The texts for an unreachable server. All other texts load with the first request (`toAppError`). */
export const messageOfUnreached = {
  network: msg`We couldn't reach the server. Please check your connection and try again.`,
  offline: msg`You're offline. Please check your connection and try again.`,
};

/** Returns a failure's text. Requests fail with an AppError; anything else is a fault of our own or a missing chunk. */
export function textOf(error: Error): string {
  if (error instanceof AppError) return error.message;
  const unreached = unreachedCode(messageOf(error));
  return i18n._(unreached ? messageOfUnreached[unreached] : messageOfUnknown);
}

/**
 * Returns the error of a request that couldn't be made because its code did not load. `fallback` is the same as in
 * `toAppError`.
 */
export function unreachedError(cause: unknown, fallback?: MessageDescriptor): AppError {
  const code = unreachedCode(messageOf(cause)) ?? 'network';
  const reason = i18n._(messageOfUnreached[code]);
  return fallback
    ? new AppError(code, i18n._(fallback), { detail: reason, cause })
    : new AppError(code, reason, { cause });
}
