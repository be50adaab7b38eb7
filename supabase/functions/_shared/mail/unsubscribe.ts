import { z } from 'zod';
import { mailLink } from '../link-targets.ts';

const stoppable = z.object({ unsubscribe: z.string().regex(/^[0-9a-f]{64}$/) });

/** The token with which the reader of a letter stops such letters; null of one that cannot be stopped. */
const tokenOf = (data: unknown): string | null => stoppable.safeParse(data).data?.unsubscribe ?? null;

/** The page that asks whether to stop, for the foot of the letter. */
export function unsubscribePath(template: string, data: unknown): string | null {
  const token = tokenOf(data);
  return token && mailLink.unsubscribe(template, token);
}

/** What lets a mail client offer one button for it (RFC 2369, RFC 8058). `functionsUrl`: where the world reaches the functions. */
export function unsubscribeHeaders(
  template: string,
  data: unknown,
  functionsUrl: string,
): Record<string, string> | null {
  const token = tokenOf(data);
  if (!token) return null;
  return {
    'List-Unsubscribe': `<${functionsUrl}/unsubscribe?${new URLSearchParams({ letters: template, token })}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
