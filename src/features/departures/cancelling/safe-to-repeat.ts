import { t } from '@lingui/core/macro';
import { AppError, isTransient } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';

/** If the outcome is unknown, adds that it is safe to try again. */
export function safeToRepeat(error: unknown): unknown {
  if (!isTransient(error)) return error;
  const { code, message, detail } = toAppError(error);
  const safe = t`It's safe to try again: nothing will happen twice.`;
  return new AppError(code, [message, detail, safe].filter(Boolean).join(' '), { cause: error });
}
