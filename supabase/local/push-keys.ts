import { createECDH, createHash } from 'node:crypto';

/**
 * Returns the Web Push keys of local stacks. They are the same for everyone, because the public key is in every page:
 * the same sources give the same build everywhere, to the byte. A person who knows the private key can't send anything
 * without the address of a browser, which is a secret of the push service and of the local database. A hosted project
 * has its own keys.
 */
export function localPushKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(createHash('sha256').update('Territorio, local push messages').digest());
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}
