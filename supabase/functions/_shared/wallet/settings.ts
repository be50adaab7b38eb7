import { createPrivateKey } from 'node:crypto';

/** Apple's certificate for signing passes, and its push host. */
export interface AppleWallet {
  passTypeId: string;
  teamId: string;
  /** PEM, like all of them. */
  certificate: string;
  /** The private key without a passphrase. */
  key: string;
  wwdr: string;
  /** The secret from which pass tokens are derived. It isn't the certificate's key, which changes each year. */
  tokenKey: string;
  pushUrl: string;
  /** The issuer of the server's certificate if it isn't Apple's, for tests. */
  pushCa?: string;
}

/** The service account that writes passes at Google. */
export interface GoogleWallet {
  issuerId: string;
  email: string;
  key: string;
}

export interface Wallets {
  /** Null without a certificate. */
  apple(): AppleWallet | null;
  google(): GoogleWallet | null;
}

type Env = (name: string) => string | undefined;

/** The settings are read when they are first used, so that wrong ones break nothing else. */
export const walletSettings = (env: Env): Wallets => ({
  apple: once(() => appleSettings(env)),
  google: once(() => googleSettings(env)),
});

function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

/** Decodes a file that was stored as one line of base64. */
const fileOf = (line: string): string => new TextDecoder().decode(Uint8Array.from(atob(line), (c) => c.charCodeAt(0)));

function appleSettings(env: Env): AppleWallet | null {
  const [passTypeId, teamId, certificate, key, wwdr, tokenKey] = [
    'APPLE_PASS_TYPE_ID',
    'APPLE_TEAM_ID',
    'APPLE_PASS_CERTIFICATE',
    'APPLE_PASS_KEY',
    'APPLE_WWDR_CERTIFICATE',
    'WALLET_TOKEN_KEY',
  ].map((name) => env(name) ?? '');
  if (!passTypeId || !teamId || !certificate || !key || !wwdr || !tokenKey) return null;
  if (tokenKey.length < 43) throw new Error('WALLET_TOKEN_KEY has to be 32 bytes in base64url');
  return {
    passTypeId,
    teamId,
    certificate: fileOf(certificate),
    key: opened(fileOf(key), env('APPLE_PASS_KEY_PASSPHRASE') ?? ''),
    wwdr: fileOf(wwdr),
    tokenKey,
    pushUrl: env('APPLE_PUSH_URL') || 'https://api.push.apple.com',
  };
}

/** The key is decrypted once here, because signing and Apple's connection take keys in different forms. */
function opened(pem: string, passphrase: string): string {
  try {
    const key = createPrivateKey({ key: pem, format: 'pem', ...(passphrase && { passphrase }) });
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    // The cause is left out, because it might quote the key.
    throw new Error('APPLE_PASS_KEY cannot be read: it has to be an RSA key, encrypted with AES or not at all');
  }
}

function googleSettings(env: Env): GoogleWallet | null {
  const [issuerId, account] = [env('GOOGLE_WALLET_ISSUER_ID') ?? '', env('GOOGLE_WALLET_ACCOUNT') ?? ''];
  if (!issuerId || !account) return null;
  const { client_email: email, private_key: key } = accountOf(account);
  if (typeof email !== 'string' || typeof key !== 'string')
    throw new Error('GOOGLE_WALLET_ACCOUNT is no service account');
  return { issuerId, email, key };
}

function accountOf(line: string): { client_email?: unknown; private_key?: unknown } {
  try {
    return JSON.parse(fileOf(line));
  } catch {
    throw new Error('GOOGLE_WALLET_ACCOUNT has to be the JSON file of a service account, in base64');
  }
}
