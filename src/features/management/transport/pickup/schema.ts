import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { webLink } from '@/lib/web-link';

/** As the database compares names: without the blanks around them, whatever their capitals. */
const plain = (name: string) => name.trim().toLowerCase();

/** `others`: the names that are taken, without that of the location being edited. */
export const pickupSchema = (others: readonly string[]) =>
  z.object({
    name: z.string().check(
      z.trim(),
      z.minLength(1, { error: () => t`Name is required` }),
      z.maxLength(160, { error: () => t`Please use at most ${160} characters` }),
      z.refine((name) => !others.some((other) => plain(other) === plain(name)), {
        error: () => t`A location with this name already exists in this territory`,
      }),
    ),
    directions: z
      .string()
      .check(z.trim(), z.maxLength(2000, { error: () => t`Please use at most ${2000} characters` })),
    mapLink: z.string().check(
      z.trim(),
      z.refine((link) => link === '' || (link.length <= 2000 && webLink(link) !== undefined), {
        error: () => t`Please enter a link that starts with http:// or https://`,
      }),
    ),
  });

export type PickupValues = z.infer<ReturnType<typeof pickupSchema>>;
