import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { webLink } from '@/lib/format/web-link';

/** Whether the name is taken is for the database to say. */
export const pickupSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: () => t`Name is required` }),
      z.maxLength(160, { error: () => t`Please use at most ${160} characters` }),
    ),
  directions: z.string().check(z.trim(), z.maxLength(2000, { error: () => t`Please use at most ${2000} characters` })),
  map_link: z.string().check(
    z.trim(),
    z.refine((link) => link === '' || (link.length <= 2000 && webLink(link) !== undefined), {
      error: () => t`Please enter a link that starts with http:// or https://`,
    }),
  ),
});
