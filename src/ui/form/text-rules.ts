import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';

const atMost = (limit: number) => z.maxLength(limit, { error: () => t`Please use at most ${limit} characters` });

/** A text of at most `limit` characters, trimmed; `missing` says what an empty one lacks. */
export const requiredText = (missing: () => string, limit: number) =>
  z.string().check(z.trim(), z.minLength(1, { error: missing }), atMost(limit));

/** As private.is_plain_name in the database: what turns the direction of its neighbours or cannot be seen, and addresses of sites. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSEEN = /[\u0001-\u001f\u007f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;
const ADDRESS =
  /:\/\/|\bwww\.|[a-z0-9]\.(?:com|net|org|info|biz|io|app|dev|xyz|top|site|online|shop|link|click|ru|cn|gt|mx|co|ly)(?![a-z0-9_])/iu;

/** What a person or a business is called. */
export const requiredName = (missing: () => string, limit: number) =>
  requiredText(missing, limit).check(
    z.refine((value) => !UNSEEN.test(value) && !ADDRESS.test(value), {
      error: () => t`Please use a name without web addresses and invisible characters`,
    }),
  );

/** A text that may stay empty. */
export const optionalText = (limit: number) => z.string().check(z.trim(), atMost(limit));
