import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type LocalKeys = { publishable: string; stripePublishable: string } & Secrets;

type Secrets = {
  secret: string;
  jwtSecret: string;
  stripeSecret: string;
  webhookSecret: string;
  reconcileSecret: string;
  emailApiKey: string;
  ticketSigning: string;
};

/** In every page anyway, so that a build is the same for every data folder. */
const PUBLIC_KEYS = { publishable: 'sb_publishable_territorio_local', stripePublishable: 'pk_test_territorio' };

const FILE = 'keys.json';

/**
 * The keys of the stack on this data folder. Any page that is open in a browser of this machine can ask the API on loopback, so nobody may
 * guess the ones that open everything: they are random, made at their first use and kept in the folder for its owner alone.
 */
export function localKeys(dataDir: string): LocalKeys {
  let kept: Secrets | undefined;
  const secrets = () => {
    kept ??= read(dataDir) ?? make(dataDir);
    return kept;
  };
  return {
    ...PUBLIC_KEYS,
    get secret() {
      return secrets().secret;
    },
    get jwtSecret() {
      return secrets().jwtSecret;
    },
    get stripeSecret() {
      return secrets().stripeSecret;
    },
    get webhookSecret() {
      return secrets().webhookSecret;
    },
    get reconcileSecret() {
      return secrets().reconcileSecret;
    },
    get emailApiKey() {
      return secrets().emailApiKey;
    },
    get ticketSigning() {
      return secrets().ticketSigning;
    },
  };
}

function newSecrets(): Secrets {
  const random = () => randomBytes(32).toString('hex');
  return {
    secret: `sb_secret_${random()}`,
    jwtSecret: random(),
    stripeSecret: `sk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
    reconcileSecret: random(),
    emailApiKey: `re_${random()}`,
    // 32 bytes: any of them are a key of Ed25519.
    ticketSigning: randomBytes(32).toString('base64url'),
  };
}

function read(dataDir: string): Secrets | undefined {
  const file = join(dataDir, FILE);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read. Delete it: the next start makes new keys, and everybody signs in again.`);
  }
}

/** Written beside its place and linked there: of two processes that come first together one wins, and nobody reads half a file. */
function make(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true });
  const draft = join(dataDir, `${FILE}.${process.pid}.${randomBytes(4).toString('hex')}`);
  writeFileSync(draft, JSON.stringify(newSecrets(), null, 2), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, join(dataDir, FILE));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = read(dataDir);
  if (!made) throw new Error(`${join(dataDir, FILE)} was deleted while the stack started.`);
  return made;
}
