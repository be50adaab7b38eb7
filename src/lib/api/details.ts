import { AppError } from './errors.ts';

/** Returns the details of a refusal besides its code and text, or undefined if it has none. */
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
