import { t } from '@lingui/core/macro';

/**
 * Returns whether a guest speaks Spanish, for the guide, or null if it isn't known: a dock sale only asks for the
 * language of the ticket.
 */
export function spokenLanguage(
  speaksSpanish: boolean | null | undefined,
  walkIn: boolean | null | undefined,
): string | null {
  if (speaksSpanish) return t`Speaks Spanish`;
  return walkIn ? null : t`Doesn't speak Spanish`;
}
