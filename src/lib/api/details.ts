import { AppError } from './errors.ts';

/** The details of a refusal besides its code and text; undefined if there are none. */
export function detailsOf(error: unknown): unknown {
  const cause: unknown = error instanceof AppError ? error.cause : null;
  const details = typeof cause === 'object' && cause !== null && 'details' in cause ? cause.details : null;
  if (typeof details !== 'string') return undefined;
  try {
    return JSON.parse(details);
  } catch {
    return undefined;
  }
}
