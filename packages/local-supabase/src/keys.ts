import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys that the services need. `publishable` is in every page. */
export type SupabaseKeys = { publishable: string } & Record<keyof typeof supabaseSecrets, string>;

export const randomKey = () => randomBytes(32).toString('hex');

/** Creates the services' secrets. A project adds its own. */
export const supabaseSecrets = {
  secret: () => `sb_secret_${randomKey()}`,
  jwtSecret: randomKey,
  emailApiKey: () => `re_${randomKey()}`,
};

const FILE = 'keys.json';

/**
 * Returns the stack's secrets for this data folder. Any page open on this machine can call the API on loopback, so
 * they are random, created when first used, and stored in the folder so that only its owner can read them.
 */
export function keptSecrets<Name extends string>(
  dataDir: string,
  makers: Record<Name, () => string>,
): Readonly<Record<Name, string>> {
  let kept: Record<string, string> | undefined;
  const secretNamed = (name: string) => {
    kept ??= read(dataDir) ?? make(dataDir, makers);
    return kept[name];
  };
  const getters = Object.keys(makers).map((name) => [name, { enumerable: true, get: () => secretNamed(name) }]);
  return Object.defineProperties({} as Record<Name, string>, Object.fromEntries(getters));
}

function read(dataDir: string): Record<string, string> | undefined {
  const file = join(dataDir, FILE);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read. Delete it: the next start makes new keys, and everybody signs in again.`);
  }
}

/**
 * The secrets are written to a temporary file and linked, so that of two concurrent processes one wins and no one
 * reads half a file.
 */
function make(dataDir: string, makers: Record<string, () => string>): Record<string, string> {
  mkdirSync(dataDir, { recursive: true });
  const draft = join(dataDir, `${FILE}.${process.pid}.${randomBytes(4).toString('hex')}`);
  const secrets = Object.fromEntries(Object.entries(makers).map(([name, newSecret]) => [name, newSecret()]));
  writeFileSync(draft, JSON.stringify(secrets, null, 2), { mode: 0o600, flag: 'wx' });
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
