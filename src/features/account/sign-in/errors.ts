import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { AppError } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { currentLanguage, i18n } from '@/lib/i18n/i18n';
import { SOURCE } from '@/lib/i18n/languages';

/** The auth service's code of a failure. Old servers send only a message. */
interface KnownFailure {
  /** The app's code for it. */
  code: string;
  /** The auth service's codes for it, if they differ. */
  names?: string[];
  message?: RegExp;
  text: MessageDescriptor;
}
const KNOWN: KnownFailure[] = [
  {
    code: 'invalid_credentials',
    message: /invalid login credentials/i,
    text: msg`Incorrect email or password. Please try again.`,
  },
  {
    code: 'email_not_confirmed',
    message: /email not confirmed/i,
    text: msg`Please check your email to confirm your account before logging in.`,
  },
  {
    code: 'user_already_exists',
    message: /already (been )?registered/i,
    text: msg`An account with this email already exists`,
  },
  { code: 'email_exists', text: msg`An account with this email already exists` },
  {
    code: 'link_invalid',
    names: [
      'flow_state_not_found',
      'flow_state_expired',
      'bad_oauth_state',
      // Another browser asked for this code.
      'pkce_code_verifier_not_found',
      'bad_code_verifier',
    ],
    message: /flow state|code (challenge|verifier)/i,
    text: msg`This link is no longer valid. Please ask for a new one.`,
  },
  {
    code: 'otp_expired',
    message: /(token|otp|link).*(expired|invalid)/i,
    text: msg`This code is wrong or has expired. Only the code in the most recent email works.`,
  },
  {
    // A trigger on the account raises it, so it has only a message.
    code: 'letter_waits',
    message: /emailed a link to this address/i,
    text: msg`We've emailed you a link. Please use it to choose your new password.`,
  },
  {
    code: 'too_many_attempts',
    names: ['over_request_rate_limit'],
    text: msg`Too many attempts. Please wait a few minutes and try again.`,
  },
  {
    // Both are raised by a trigger too.
    code: 'name_not_plain',
    message: /name without web addresses/i,
    text: msg`Please use a name without web addresses or special characters`,
  },
  { code: 'name_too_long', message: /name of at most 120/i, text: msg`Please use 120 characters or fewer` },
  { code: 'password_too_long', message: /longer than 72/i, text: msg`Please use 72 characters or fewer` },
  {
    code: 'password_unreadable',
    message: /null character/i,
    text: msg`Please use a password without invisible characters`,
  },
  { code: 'weak_password', text: msg`Please choose a stronger password` },
  { code: 'same_password', text: msg`Please choose a password that's different from the old one` },
];

interface AuthFailure {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

/**
 * Maps an auth failure to its text. An unknown one keeps the service's message, or gets `fallback` if it has none
 * or the page isn't in English.
 */
export function toAuthError(error: AuthFailure, fallback: MessageDescriptor): AppError {
  const known = KNOWN.find(
    (k) => k.code === error.code || k.names?.includes(error.code ?? '') || k.message?.test(error.message),
  );
  if (known) return new AppError(known.code, i18n._(known.text), { status: error.status, cause: error });
  // If no response arrived, we say so instead of showing the browser's "Failed to fetch".
  const mapped = toAppError({ ...error, message: error.message }, undefined, error.status || undefined);
  if (['network', 'offline', 'rate_limited', 'server'].includes(mapped.code)) return mapped;
  const own = error.message.trim();
  // The auth service writes in English.
  const readable = own !== '' && own !== '{}' && currentLanguage() === SOURCE;
  return new AppError(error.code ?? 'auth', readable ? own : i18n._(fallback), { status: error.status, cause: error });
}
