import type { DatabaseError } from '../database-errors.ts';

/** An error in GoTrue's shape. */
export function authError(status: number, code: string, message: string): Response {
  return Response.json(
    { code: status, error_code: code, msg: message },
    { status, headers: { 'x-sb-error-code': code } },
  );
}

/** A refusal by a trigger on the accounts, with its status and text. */
export function refusedBy({ code, hint, message }: DatabaseError): Response {
  return authError(Number(code.slice(2)), hint ?? 'unexpected_failure', message);
}
