import type { SupabaseClient } from '@supabase/supabase-js';
import { HttpError } from './http.ts';

/** Calls a database function. Refusals (PTnnn) become HttpErrors with the database's code and message. */
export type Rpc = (name: string, args?: Record<string, unknown>) => Promise<unknown>;

interface DatabaseError {
  code?: string | undefined;
  hint?: string | undefined | null;
  message: string;
}

export function toHttpError(error: DatabaseError): Error {
  const status = /^PT(\d{3})$/.exec(error.code ?? '')?.[1];
  if (status) return new HttpError(Number(status), error.hint ?? 'refused', error.message);
  // Postgres texts can't contain the null character. src/lib/api/errors.ts uses the same code.
  if (error.code === '22021' || error.code === '22P05')
    return new HttpError(
      400,
      'invalid_character',
      "The text contains a character we can't save. Please type it again.",
    );
  return new Error(`${error.code ?? 'database'}: ${error.message}`);
}

export function rpcOf(client: Pick<SupabaseClient, 'rpc'>): Rpc {
  return async (name, args = {}) => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw toHttpError(error);
    return data;
  };
}
