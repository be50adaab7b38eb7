import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { webLink } from '@/lib/format/web-link';
import { optionalText, requiredLine } from '@/ui/form/text-rules';

/** Whether the name is taken is for the database to say. */
export const pickupSchema = z.object({
  name: requiredLine(() => t`Name is required`, 160),
  directions: optionalText(2000),
  map_link: z.string().check(
    z.trim(),
    z.refine((link) => link === '' || (link.length <= 2000 && webLink(link) !== undefined), {
      error: () => t`Please enter a link that starts with http:// or https://`,
    }),
  ),
});
