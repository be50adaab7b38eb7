import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Describes database errors as PostgREST documents them. lite 0.10.0 knows a few SQLSTATEs. All others, such as
 * P0001 (raise exception) and 23514 (check constraint), reach the client as status 500 with code "SUP" and no hint.
 * It passes "PGRST" on unchanged, with a chosen status, so the others are wrapped in it.
 */
export function describeDatabaseError(error: unknown): unknown {
  if (isUnwritable(error)) {
    const described = asPostgrest({ code: '22P02', message: `invalid input syntax: ${error.message}` }, 400);
    reported.add(described);
    return described;
  }
  if (!isDatabaseError(error)) return error;
  const status = statusOf(error.code);
  const described = status === undefined ? error : asPostgrest(error, status);
  reported.add(described);
  return described;
}

/**
 * Returns whether the error is about an argument that the driver can't encode and so never sends, such as a number
 * for an array or an object for a date. PostgREST passes the JSON on, and Postgres refuses it.
 */
function isUnwritable(error: unknown): error is Error {
  return (
    (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_ARG_TYPE') ||
    (error instanceof RangeError && error.message === 'Invalid time value')
  );
}

export type DatabaseError = { code: string; message: string; detail?: string; hint?: string };

function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
  );
}

const STATUS_BY_CODE: Record<string, number> = { P0001: 400, '42P01': 404, '25006': 405 };
const STATUS_BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** Returns undefined for the codes that lite answers as PostgREST does. */
function statusOf(code: string): number | undefined {
  if (code.startsWith('PT') || code === 'PGRST') return undefined;
  const known = ['42501', '42P01', '23505', '23503', '23502', '42883', '42P17', '25006'].includes(code);
  if (known || ['42', '22', '21'].includes(code.slice(0, 2))) return undefined;
  return STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400;
}

function asPostgrest(error: DatabaseError, status: number): Error {
  const { code, message, detail, hint } = error;
  const carried = new Error(JSON.stringify({ code, message, details: detail ?? null, hint: hint ?? null }));
  return Object.assign(carried, { code: 'PGRST', detail: JSON.stringify({ status, headers: {} }) });
}

const reported = new WeakSet<object>();
let quiet = false;

/**
 * lite prints every database error, including expected refusals ("sold out"). Those are removed from the console,
 * because the client gets them.
 */
export function quietReportedErrors(): void {
  if (quiet) return;
  quiet = true;
  const print = console.error;
  console.error = (...values: unknown[]) => {
    const last = values.at(-1);
    if (last instanceof Error && (reported.has(last) || isBadSignature(last))) return;
    const request = asked.getStore();
    if (request && isRefusal(last)) request.refusal = last;
    else print(...values);
  };
}

/**
 * Returns whether the schema refused the request (private.fail), with SQLSTATE PTnnn for HTTP status nnn and the
 * code as hint.
 */
export function isRefusal(error: unknown): error is DatabaseError {
  return isDatabaseError(error) && /^PT[45]\d\d$/.test(error.code);
}

const asked = new AsyncLocalStorage<{ refusal?: DatabaseError }>();

/**
 * lite's auth prints database errors and responds with a bare 500. This returns its response, and the refusal
 * behind it.
 */
export async function withRefusal(
  handle: () => Promise<Response>,
): Promise<{ response: Response; refusal: DatabaseError | undefined }> {
  const request: { refusal?: DatabaseError } = {};
  const response = await asked.run(request, handle);
  return { response, refusal: response.status === 500 ? request.refusal : undefined };
}

/** Returns whether a signed URL is expired or forged, which is an expected error too. */
function isBadSignature(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^ERR_J(?:WT|WS)_/.test(error.code);
}
