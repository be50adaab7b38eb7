import type { ProjectConfig } from '../project.ts';
import { isReadable } from './context.ts';
import { authError } from './responses.ts';

/** bcrypt ignores the rest of a longer password. */
const MAX_BYTES = 72;

/** The fewest characters of a password. */
export interface PasswordLengths {
  /** Of every password, as `minimum_password_length` of hosted projects. */
  first: number;
  /** Of one that replaces another. Hosted projects have no such setting. */
  later: number;
}

export function readPasswordLengths({ auth }: ProjectConfig, later = 0): PasswordLengths {
  return { first: auth.minimum_password_length, later: Math.max(auth.minimum_password_length, later) };
}

/**
 * Returns a refusal of a password that can't be set. GoTrue has the same rules, except for null characters, which
 * Postgres can't read. lite 0.10.0 counts characters instead of bytes, and only at the sign-up.
 */
export function refusePassword(password: string, least: number): Response | undefined {
  // Half of a character would be stored as another one, so that nobody could sign in with it.
  if (!isReadable(password))
    return authError(400, 'validation_failed', 'Password cannot contain a null character or an incomplete one');
  if (Buffer.byteLength(password) > MAX_BYTES)
    return authError(400, 'validation_failed', `Password cannot be longer than ${MAX_BYTES} characters`);
  return password.length < least ? weakPassword(least) : undefined;
}

function weakPassword(least: number): Response {
  const msg = `Password should be at least ${least} characters.`;
  const body = { code: 422, error_code: 'weak_password', msg, weak_password: { reasons: ['length'] } };
  return Response.json(body, { status: 422, headers: { 'x-sb-error-code': 'weak_password' } });
}
