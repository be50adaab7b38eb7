import { verifyAsync } from '@noble/ed25519';
import {
  fromDigits,
  type Statement,
  signedBytes,
  type TicketRef,
} from '../../../../../supabase/functions/_shared/ticket-statement.ts';

/** A public key that tickets are signed with, as the phone knows it. */
export interface TicketKey {
  id: number;
  public_key: string;
  revoked_at: string | null;
}

/**
 * What the signature of a ticket proves, without asking anybody.
 * genuine: we issued it, and it says this; not whether it was cancelled, moved or used since.
 * forged: it was altered or somebody else made it. revoked: its key is in other hands by now.
 * unknown: by a key that this phone has not heard of yet, so that it proves nothing.
 */
export type Proof = { is: 'genuine'; statement: Statement } | { is: 'forged' | 'revoked' | 'unknown' };

type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => Promise<boolean>;

/** By the letter of RFC 8032. In JavaScript: not every browser at a dock has Ed25519 of its own, and one way is enough. */
const verifyHere: Verify = (signature, message, publicKey) =>
  verifyAsync(signature, message, publicKey, { zip215: false });

const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Checks the statement of a ticket against the booking and the code that stand before it. */
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
