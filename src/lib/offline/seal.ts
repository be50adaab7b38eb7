import { inStore, KEYS } from './database.ts';

/**
 * Encrypts persisted data (docs/decisions/0061) with AES-GCM and a non-extractable key per person. The key is
 * deleted first, because without it the rest can't be read.
 */
interface StoredKey {
  key: CryptoKey;
  /** When data encrypted with this key expires, in milliseconds. */
  until: number;
}

const CIPHER = 'AES-GCM';
const IV_BYTES = 12;

const isGood = (stored: StoredKey | undefined): stored is StoredKey =>
  stored !== undefined && stored.until > Date.now();

async function keyOf(name: string): Promise<CryptoKey | null> {
  const stored: StoredKey | undefined = await inStore(KEYS, 'readonly', (keys) => keys.get(name));
  if (isGood(stored)) return stored.key;
  if (stored) await inStore(KEYS, 'readwrite', (keys) => keys.delete(name));
  return null;
}

/** Returns the key with this name that is valid until then, or creates one. */
export async function sealingKey(name: string, until: number): Promise<CryptoKey> {
  let key = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, ['encrypt', 'decrypt']);
  // The key is looked up and written in one transaction, because another tab may create one too.
  await inStore(KEYS, 'readwrite', (keys) => {
    const found: IDBRequest<StoredKey | undefined> = keys.get(name);
    found.onsuccess = () => {
      if (isGood(found.result)) key = found.result.key;
      keys.put({ key, until } satisfies StoredKey, name);
    };
    return found;
  });
  return key;
}

/** Encrypts a text and returns the nonce and the ciphertext. */
export async function seal(key: CryptoKey, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: CIPHER, iv }, key, new TextEncoder().encode(text));
  const whole = new Uint8Array(IV_BYTES + sealed.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(sealed), IV_BYTES);
  return whole;
}

/** Decrypts with the key of this name. Returns null if the key is missing or expired, or if the data was altered. */
export async function unseal(name: string, bytes: ArrayBuffer): Promise<string | null> {
  const key = await keyOf(name);
  if (!key || bytes.byteLength <= IV_BYTES) return null;
  const iv = new Uint8Array(bytes, 0, IV_BYTES);
  const sealed = new Uint8Array(bytes, IV_BYTES);
  const opened = await crypto.subtle.decrypt({ name: CIPHER, iv }, key, sealed).catch(() => null);
  return opened && new TextDecoder().decode(opened);
}

export async function dropKeys(): Promise<void> {
  if (globalThis.indexedDB) await inStore(KEYS, 'readwrite', (keys) => keys.clear());
}
