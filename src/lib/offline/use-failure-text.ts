import { useLingui } from '@lingui/react/macro';
import { AppError } from '@/lib/api/errors';
import { withCause } from '@/lib/format/sentence';
import { useOnline } from './use-online';

/** Returns a failure's text. After a lost connection is back, it says that the person can try again. */
export function useFailureText(error: Error | null): string {
  const { t } = useLingui();
  const online = useOnline();
  if (!(error instanceof AppError)) return error?.message ?? '';
  if (error.code !== 'offline' || !online) return withCause(error.message, error.detail);
  const again = t`You're back online. Please try again.`;
  return error.detail ? withCause(error.message, again) : again;
}
