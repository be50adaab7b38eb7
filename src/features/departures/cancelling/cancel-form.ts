import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { plainText } from '@/ui/form/text-rules';
import { REASONS } from './labels';

/** The database counts characters as users see them, and so does this limit. */
export const MAX_MESSAGE = 500;
export const cancelSchema = z.object({
  reason: z.enum(REASONS),
  message: z.string().check(
    z.trim(),
    z.refine((message) => Array.from(message).length <= MAX_MESSAGE, {
      error: () => t`Please keep your message under ${MAX_MESSAGE} characters`,
    }),
    plainText(),
  ),
  refundNow: z.boolean(),
  /** The id of the proposed service, or '' for none. */
  proposed: z.string(),
});
export type CancelValues = z.infer<typeof cancelSchema>;

export const NO_CANCEL_VALUES: CancelValues = { reason: 'weather', message: '', refundNow: false, proposed: '' };
