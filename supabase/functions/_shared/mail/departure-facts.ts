import type { Labels } from './labels.ts';
import type { Block } from './layout.ts';

/** Why a departure was cancelled, and its operator's words. */
export function reasonBlocks(
  { reason, message }: { reason: string; message?: string | null | undefined },
  { departureOffer }: Pick<Labels, 'departureOffer'>,
): Block[] {
  return [
    { kind: 'text', text: departureOffer.reason(reason) },
    ...(message ? [{ kind: 'quote', from: null, text: message } as const] : []),
  ];
}
