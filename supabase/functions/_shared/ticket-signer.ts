import { bytesOf, join } from './bytes.ts';

/** Signs tickets with the private key, which no other code uses. */
export interface TicketSigner {
  publicKey: string;
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** The PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410). */
const PKCS8 = bytesOf('\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20');

const fromBase64Url = (text: string): Uint8Array => bytesOf(atob(text.replaceAll('-', '+').replaceAll('_', '/')));

/**
 * `seed` is TICKET_SIGNING_KEY, 32 bytes in base64url. If it is empty, tickets aren't signed. The key is imported
 * when it is first used.
 */
export function ticketSigning(seed: string): () => Promise<TicketSigner | null> {
  let signer: Promise<TicketSigner> | undefined;
  return async () => {
    if (!seed) return null;
    signer ??= ticketSigner(seed);
    return signer;
  };
}

async function ticketSigner(seed: string): Promise<TicketSigner> {
  const bytes = fromBase64Url(seed);
  if (bytes.length !== 32) throw new Error('TICKET_SIGNING_KEY has to be 32 bytes in base64url');
  const key = await crypto.subtle.importKey('pkcs8', join([PKCS8, bytes]), 'Ed25519', true, ['sign']);
  // The exported key also contains the public half.
  const { x: publicKey = '' } = await crypto.subtle.exportKey('jwk', key);
  return {
    publicKey,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes)),
  };
}
