import type { MessageDescriptor } from '@lingui/core';
import { mapFailure } from './map-failure.ts';
import { supabase } from './supabase.ts';

interface InvokeOptions {
  signal?: AbortSignal;
  fallback?: MessageDescriptor;
}

/** Returns the failure of an edge function, whose body is {code, message} or {error: {code, message}}. */
async function failureOf(error: unknown): Promise<{ error: unknown; status?: number }> {
  const context: unknown = error instanceof Error && 'context' in error ? error.context : undefined;
  if (!(context instanceof Response)) return { error: context ?? error };
  const body: unknown = await context.json().catch(() => null);
  const inner: unknown =
    typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object' ? body.error : body;
  const fields: Record<string, unknown> = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  const said = { message: fields.message ?? '', hint: fields.hint ?? fields.code, code: `PT${context.status}` };
  return { error: said, status: context.status };
}

/** Loads the client in advance, for a page that makes no request before its only button is tapped. */
export const prepareFunctions = (): void => void supabase().catch(() => undefined);

/** Calls an edge function and returns its JSON, or throws the mapped error. */
export async function invokeFunction<T>(
  name: string,
  body: Record<string, unknown>,
  options: InvokeOptions = {},
): Promise<T> {
  const client = await supabase().catch(async (error: unknown) => {
    throw await mapFailure(error, options.fallback);
  });
  const { data, error } = await client.functions.invoke<T>(name, {
    body,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (error) {
    const failure = await failureOf(error);
    throw await mapFailure(failure.error, options.fallback, failure.status);
  }
  return data as T;
}
