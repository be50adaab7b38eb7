import type { SupabaseClient } from '@supabase/supabase-js';
import { HttpError } from './http.ts';

/** Calls a database function. Refusals (PTnnn) come out as HttpError with the database's code and message. */
export type Rpc = (name: string, args?: Record<string, unknown>) => Promise<unknown>;

interface DatabaseError {
  code?: string | undefined;
  hint?: string | undefined | null;
  message: string;
}

export function toHttpError(error: DatabaseError): Error {
  const status = /^PT(\d{3})$/.exec(error.code ?? '')?.[1];
  if (status) return new HttpError(Number(status), error.hint ?? 'refused', error.message);
  return new Error(`${error.code ?? 'database'}: ${error.message}`);
}

export function rpcOf(client: SupabaseClient): Rpc {
  return async (name, args = {}) => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw toHttpError(error);
    return data;
  };
}
