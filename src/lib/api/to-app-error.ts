import type { MessageDescriptor } from '@lingui/core';
import { formatMoment } from '@/lib/format/dates';
import { currentLanguage, i18n } from '@/lib/i18n/i18n';
import { SOURCE } from '@/lib/i18n/languages';
import {
  GENERAL_CODES,
  messageInBrief,
  messageOfCode,
  messageOfMoment,
  messageOfNumberedCode,
} from './error-messages.ts';
import { AppError, unreachedCode } from './errors.ts';
import { hasSession } from './session.ts';

/** Postgres refuses the null character, in a column and inside JSON. */
const UNSTORABLE = ['22021', '22P05'];

interface Arrived {
  message: string;
  hint: string | undefined;
  details: string | undefined;
  sqlState: string | undefined;
  status: number | undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function read(error: unknown, status: number | undefined): Arrived {
  const fields: Record<string, unknown> = typeof error === 'object' && error !== null ? { ...error } : {};
  const said = error instanceof Error ? error.message : (text(fields.message) ?? String(error));
  const message = said === '[object Object]' ? '' : said;
  const ownStatus = typeof fields.status === 'number' ? fields.status : undefined;
  return {
    message,
    hint: text(fields.hint),
    details: text(fields.details),
    sqlState: text(fields.code),
    status: status || ownStatus,
  };
}

function statusOf(a: Arrived): number | undefined {
  const fromState = /^PT(\d{3})$/.exec(a.sqlState ?? '')?.[1];
  return fromState ? Number(fromState) : a.status;
}

/** Returns the stable code of an error: the server's hint or code, or otherwise a code for the kind of failure. */
function codeOf(a: Arrived): string {
  for (const named of [a.hint, a.sqlState]) {
    if (named && [messageOfCode, messageOfNumberedCode, messageInBrief].some((texts) => named in texts)) return named;
  }
  if (UNSTORABLE.includes(a.sqlState ?? '')) return 'invalid_character';
  const status = statusOf(a);
  if (a.sqlState?.startsWith('PT') && a.hint && /^[a-z][a-z0-9_]*$/.test(a.hint)) return a.hint;
  const unreached = unreachedCode(a.message);
  if (unreached) return unreached;
  const token = /^PGRST30\d$/.test(a.sqlState ?? '');
  if (status === 401 || token) {
    if (hasSession()) return 'session_expired';
    // A guest's requests use the app's own key, so if that is refused, signing in doesn't help.
    return token || /api key|jwt/i.test(a.message) ? 'unknown' : 'not_signed_in';
  }
  if (status === 403 || a.sqlState === '42501') return 'forbidden';
  if (status === 404 || status === 406 || a.sqlState === 'PGRST116') return 'not_found';
  if (status === 429) return 'rate_limited';
  return status !== undefined && status >= 500 ? 'server' : 'unknown';
}

/** Returns the time in a refusal's details, in its territory's time zone. */
function momentOf({ details }: Arrived): string | undefined {
  const [at, timeZone] = ['at', 'time_zone'].map(
    (name) => new RegExp(`"${name}": *"([^"]+)"`).exec(details ?? '')?.[1],
  );
  return at && timeZone ? formatMoment(at, timeZone) : undefined;
}

function textOfCode(code: string, a: Arrived): string | undefined {
  const numbered = messageOfNumberedCode[code];
  const n = /\d+/.exec(a.message)?.[0];
  if (numbered && n) return i18n._(numbered(Number(n)));
  const when = code in messageOfMoment ? momentOf(a) : undefined;
  if (when) return i18n._(messageOfMoment[code]?.(when) ?? { id: code });
  const exact = messageOfCode[code];
  if (exact) return i18n._(exact);
  // The server raised this on purpose with a readable English text, which may be more specific or have a code that
  // this build doesn't know.
  const raised = /^PT4\d\d$/.test(a.sqlState ?? '') && a.message !== '';
  if (raised && currentLanguage() === SOURCE) return a.message;
  const brief = messageInBrief[code];
  return brief && i18n._(brief);
}

/**
 * Maps anything that a call threw or returned as an error to an AppError. `fallback` is the call's sentence
 * ('Failed to load data'). It is shown unless the server named a rule, and the general reason becomes `detail`.
 */
export function toAppError(error: unknown, fallback?: MessageDescriptor, status?: number): AppError {
  if (error instanceof AppError) return error;
  const arrived = read(error, status);
  const code = codeOf(arrived);
  const known = textOfCode(code, arrived);
  const general = known ?? i18n._(messageOfCode.unknown ?? { id: 'unknown' });
  const useFallback = fallback !== undefined && (GENERAL_CODES.has(code) || known === undefined);
  return new AppError(code, useFallback ? i18n._(fallback) : general, {
    status: statusOf(arrived),
    detail: useFallback && code !== 'unknown' ? general : undefined,
    cause: error,
  });
}
