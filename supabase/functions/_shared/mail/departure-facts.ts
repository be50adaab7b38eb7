import type { Labels } from './labels.ts';
import type { Block } from './layout.ts';

/** Says why a departure was cancelled, with the operator's message. */
export function reasonBlocks(
  { reason, message }: { reason: string; message?: string | null | undefined },
  { departureOffer }: Pick<Labels, 'departureOffer'>,
): Block[] {
  return [
    { kind: 'text', text: departureOffer.reason(reason) },
    ...(message ? [{ kind: 'quote', from: null, text: message } as const] : []),
  ];
}
