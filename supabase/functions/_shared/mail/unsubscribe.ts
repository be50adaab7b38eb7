import { z } from 'zod';
import { mailLink } from '../link-targets.ts';

const stoppable = z.object({ unsubscribe: z.string().regex(/^[0-9a-f]{64}$/) });

const tokenOf = (data: unknown): string | null => stoppable.safeParse(data).data?.unsubscribe ?? null;

/** Returns the page, linked at the end of the email, that asks whether to unsubscribe. */
export function unsubscribePath(template: string, data: unknown): string | null {
  const token = tokenOf(data);
  return token && mailLink.unsubscribe(template, token);
}

/**
 * Returns the headers for an email program's unsubscribe button (RFC 2369, RFC 8058). `functionsUrl` is the public
 * address of the functions.
 */
export function unsubscribeHeaders(
  template: string,
  data: unknown,
  functionsUrl: string,
): Record<string, string> | null {
  const token = tokenOf(data);
  if (!token) return null;
  return {
    'List-Unsubscribe': `<${functionsUrl}/unsubscribe?${new URLSearchParams({ emails: template, token })}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
