import type { MessageDescriptor } from '@lingui/core';
import { fetchWhenIdle } from '@/lib/routing/chunks';
import { AppError, unreachedError } from './errors.ts';

/** A refusal arrives with a connection, which can also load its text. Without a connection the app shows its own text. */
const loadTexts = () => import('./to-app-error.ts');
fetchWhenIdle(loadTexts);

/** Maps a failed request to an AppError, like `toAppError`, whose texts load at the first failure. */
export async function mapFailure(error: unknown, fallback?: MessageDescriptor, status?: number): Promise<AppError> {
  if (error instanceof AppError) return error;
  const texts = await loadTexts().catch(() => null);
  return texts ? texts.toAppError(error, fallback, status) : unreachedError(error, fallback);
}
