import type { MessageDescriptor } from '@lingui/core';
import type { PostgrestClient, PostgrestSingleResponse } from '@supabase/postgrest-js';
import type { Database } from '@/types/database';
import { isAbort } from './errors.ts';
import { mapFailure } from './map-failure.ts';
import { database } from './supabase.ts';

type Request<T> = PromiseLike<PostgrestSingleResponse<T>> & {
  retry?: (enabled: boolean) => unknown;
  setHeader?: (name: string, value: string) => unknown;
};

/**
 * Returns whether the caller has cancelled the request, which isn't reported as a failure. The client responds with
 * an AbortError.
 */
const isGivenUp = (error: unknown): boolean =>
  isAbort(error) ||
  (typeof error === 'object' && error !== null && 'message' in error && /^AbortError\b/.test(String(error.message)));

async function failureOf(error: unknown, fallback?: MessageDescriptor, status?: number): Promise<Error> {
  if (isGivenUp(error)) return new DOMException('Aborted', 'AbortError');
  return mapFailure(error, fallback, status);
}

/**
 * Makes a request to the database and returns its data, as in `run((db) => db.from('territories').select('id'),
 * msg`…`)`. Throws the mapped error with `fallback` as its text (see `toAppError`), or an AbortError if the request
 * was cancelled. `saveKey` is the key of a form's save (`useForm`).
 */
export async function run<T>(
  ask: (db: PostgrestClient<Database>) => Request<T>,
  fallback?: MessageDescriptor,
  saveKey?: string,
): Promise<T> {
  let answer: PostgrestSingleResponse<T>;
  try {
    const request = ask(await database());
    // The query cache already handles retries.
    request.retry?.(false);
    if (saveKey) request.setHeader?.('Idempotency-Key', saveKey);
    answer = await request;
  } catch (error) {
    throw await failureOf(error, fallback);
  }
  if (answer.error) throw await failureOf(answer.error, fallback, answer.status);
  return answer.data;
}
