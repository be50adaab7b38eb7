import { toAppError } from '@/lib/api/to-app-error';
import type { Refusal } from './queries';

/** Returns why a transfer isn't possible, or null if it is. */
export const refusalText = (refused: Refusal): string | null =>
  refused && toAppError({ hint: refused.code, message: refused.message }).message;
