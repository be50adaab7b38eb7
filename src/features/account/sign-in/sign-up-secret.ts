import { hasTexts } from '@/lib/format/has-texts';
import { sha256 } from '@/lib/hash';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';

/**
 * The storage key of a secret that this browser keeps after a sign-up. It proves that the person who opens the
 * email here also chose the password (docs/decisions/0030).
 */
const KEY = 'territorio-sign-up';
const MAX_AGE_MS = 3_600_000;

interface Stored {
  email: string;
  secret: string;
  at: number;
}

const isStored = (value: unknown): value is Stored =>
  hasTexts(value, 'email', 'secret') && 'at' in value && typeof value.at === 'number';

const stored = (): Stored | null => {
  const found = readJson('local', KEY, isStored);
  return found && Date.now() - found.at < MAX_AGE_MS ? found : null;
};

/**
 * Creates the secret and returns its SHA-256, which is sent with the sign-up. A second sign-up with the same
 * address keeps the first password and secret. Returns undefined on insecure pages, where browsers have no digests,
 * so that a password is asked for after the email.
 */
export async function keepSignUpSecret(email: string): Promise<string | undefined> {
  if (!('subtle' in crypto)) return undefined;
  const before = stored();
  const isSame = before?.email === email.toLowerCase();
  const secret = isSame ? before.secret : crypto.randomUUID();
  writeJson('local', KEY, { email: email.toLowerCase(), secret, at: Date.now() } satisfies Stored);
  return sha256(secret);
}

export const signUpSecret = (): string | undefined => stored()?.secret;

export const forgetSignUpSecret = (): void => removeText('local', KEY);
