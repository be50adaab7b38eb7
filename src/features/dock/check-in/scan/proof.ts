import { verifyAsync } from '@noble/ed25519';
import {
  fromDigits,
  type Statement,
  signedBytes,
  type TicketRef,
} from '../../../../../supabase/functions/_shared/ticket-statement.ts';

/** A public key that verifies tickets. */
export interface TicketKey {
  id: number;
  public_key: string;
  revoked_at: string | null;
}

/**
 * What a ticket's signature proves offline. 'genuine': we issued it with this content, but it may have been
 * cancelled, moved or used since. 'forged': someone altered or invented it. 'revoked': its key is no longer
 * trusted. 'unknown': this phone doesn't have its key, so it proves nothing.
 */
export type Proof = { is: 'genuine'; statement: Statement } | { is: 'forged' | 'revoked' | 'unknown' };

type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => Promise<boolean>;

/**
 * Verifies a signature exactly as RFC 8032 says. It is written in JavaScript, because not every phone's browser
 * supports Ed25519.
 */
const verifyHere: Verify = (signature, message, publicKey) =>
  verifyAsync(signature, message, publicKey, { zip215: false });

const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Verifies a ticket's statement against its booking and code. */
export async function proveTicket(
  digits: string,
  ticket: TicketRef,
  keys: readonly TicketKey[],
  verify: Verify = verifyHere,
): Promise<Proof> {
  const signed = fromDigits(digits);
  if (!signed) return { is: 'forged' };
  const key = keys.find(({ id }) => id === signed.statement.keyId);
  if (!key) return { is: 'unknown' };
  if (key.revoked_at) return { is: 'revoked' };
  const message = signedBytes(signed.content, ticket);
  if (!message) return { is: 'forged' };
  const genuine = await verify(signed.signature, message, fromBase64Url(key.public_key));
  return genuine ? { is: 'genuine', statement: signed.statement } : { is: 'forged' };
}
