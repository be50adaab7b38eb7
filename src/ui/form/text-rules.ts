import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';

const atMost = (limit: number) => z.maxLength(limit, { error: () => t`Please use at most ${limit} characters` });

/** A text of at most `limit` characters, trimmed; `missing` says what an empty one lacks. */
export const requiredText = (missing: () => string, limit: number) =>
  z.string().check(z.trim(), z.minLength(1, { error: missing }), atMost(limit));

/** A text that may stay empty. */
export const optionalText = (limit: number) => z.string().check(z.trim(), atMost(limit));
