import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import { i18n } from '@/lib/i18n/i18n';

/**
 * The part of the errors that every page with data needs. What reads an answer of the server and finds its text
 * (errors.ts) comes with the first failure.
 */

/**
 * The one error of the app, made once in the data layer. `message` is for the person; `code` is stable and for the
 * program; `detail` says why where `message` only says what failed; `cause` is what arrived, for the log.
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

/** What is said without a network, when no more code can be loaded. */
export const unreached = {
  network: msg`We could not reach the server. Check your connection and try again.`,
  offline: msg`You are offline. Check your connection and try again.`,
};

const NETWORK =
  /failed to fetch|networkerror|load failed|fetch failed|err_network|timeouterror|timed out|importing a module script failed|dynamically imported module/i;

const messageOf = (error: unknown): string =>
  String(typeof error === 'object' && error !== null && 'message' in error ? error.message : error);

/** Which of the two it was, or null where somebody answered. */
export function unreachedCode(message: string): keyof typeof unreached | null {
  if (!NETWORK.test(message)) return null;
  return globalThis.navigator?.onLine === false ? 'offline' : 'network';
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException
    ? error.name === 'AbortError'
    : /aborted/i.test(error instanceof Error ? error.message : '');
}

/** The time for an answer ran out. Those who waited that long are asked before it is tried again. */
export const isTimeout = (error: Error): boolean => /timeouterror|timed out/i.test(messageOf(error.cause));

/** Whether trying the same call again may help: not for an answer that the server meant. */
export function isTransient(error: unknown): boolean {
  if (error instanceof AppError) return ['network', 'offline', 'server'].includes(error.code);
  return unreachedCode(messageOf(error)) !== null;
}

async function mapped(error: unknown, fallback?: MessageDescriptor, status?: number): Promise<Error> {
  if (error instanceof AppError) return error;
  // Whoever asked has given it up: that is no failure to tell. The client answers it as one, under its name.
  if (isAbort(error) || /^AbortError\b/.test(messageOf(error))) return new DOMException('Aborted', 'AbortError');
  const code = unreachedCode(messageOf(error));
  const reader = code ? null : await import('./errors.ts').catch(() => null);
  if (reader) return reader.toAppError(error, fallback, status);
  const reason = i18n._(unreached[code ?? 'network']);
  return new AppError(code ?? 'network', fallback ? i18n._(fallback) : reason, {
    status,
    detail: fallback ? reason : undefined,
    cause: error,
  });
}

/** Awaits a PostgREST request and gives its data, or throws the mapped error; an AbortError where it was given up. */
export async function run<T>(
  request: PromiseLike<PostgrestSingleResponse<T>>,
  fallback?: MessageDescriptor,
): Promise<T> {
  const answer = await Promise.resolve(request).catch(async (error: unknown) => {
    throw await mapped(error, fallback);
  });
  if (answer.error) throw await mapped(answer.error, fallback, answer.status);
  return answer.data;
}
