import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { hasDecimals, numberShape } from '@/ui/form/number-rules';
import { recipientName, requiredName, validEmail } from '@/ui/form/text-rules';

const FILL_IN = { error: () => t`Please fill in all required fields` };
const text = (limit: number) => requiredName(FILL_IN.error, limit);
const email = z.string().check(z.trim(), z.minLength(1, { ...FILL_IN, abort: true }), validEmail());

/** Validates a staff member or a shuttle manager. */
export const accountSchema = z.object({ fullName: recipientName(FILL_IN.error), email });
export type AccountValues = z.infer<typeof accountSchema>;

/** Guides have no business and no commission, so those values are ignored. */
export const guideSchema = z.object({
  businessName: z.string(),
  fullName: recipientName(FILL_IN.error),
  email,
  commission: numberShape,
});
export type MemberValues = z.infer<typeof guideSchema>;

/**
 * `highest` is the limit in percent. `known` is a current partner, whose higher commission from before may stay.
 * Name and email address of a current partner aren't validated, because only the partner can change them.
 */
export const partnerSchema = (highest: number, known: { commission_level: number } | null = null) =>
  z.extend(guideSchema, {
    fullName: known ? z.string() : text(120),
    email: known ? z.string() : email,
    businessName: text(160),
    commission: numberShape.check(
      z.refine((value) => value !== null, { ...FILL_IN, abort: true }),
      z.refine(
        (value) =>
          value === null ||
          value === known?.commission_level ||
          (value >= 0 && value <= highest && hasDecimals(value, 1)),
        { error: () => t`Please enter a commission from 0 to ${highest}, with one decimal at most` },
      ),
    ),
  });
