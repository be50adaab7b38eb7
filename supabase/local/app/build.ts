import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { SiteFolders } from '../../../scripts/build/bundle.ts';
import { SHELL } from '../../../scripts/build/files.ts';
import { forgetPages, type PrerenderOptions } from '../../../scripts/build/prerender.ts';
import { readConfig, type StackConfig } from '../config.ts';
import { localPushKeys } from '../push-keys.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const CACHE = join(PROJECT, 'node_modules', '.cache', 'territorio');
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
  'tsconfig.app.json',
  'scripts/build',
];

/** What the browser build is told about the local stack. */
export function buildEnv({ keys, urls, site }: StackConfig): Record<string, string> {
  return {
    // Empty: the same origin, which the app server passes on to the API.
    VITE_SUPABASE_URL: '',
    VITE_SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    VITE_STRIPE_PUBLISHABLE_KEY: keys.stripePublishable,
    VITE_STRIPE_EMULATOR_URL: urls.stripe,
    VITE_VAPID_PUBLIC_KEY: localPushKeys().publicKey,
    VITE_OPEN_REGIONS: site.openRegions,
    VITE_PARTNER_FORM_URL: site.partnerFormUrl,
    VITE_PARTNER_FORM_SCRIPT_URL: site.partnerFormScriptUrl,
    VITE_SITE_URL: urls.app,
  };
}

/** Writes the public pages of a built app as the database has them now; without them they are drawn in the browser. */
export async function writePublicPages(config: StackConfig): Promise<void> {
  const env = buildEnv(config);
  const { folder, renderer } = placeOf(env);
  const options: PrerenderOptions & { root: string } = {
    root: PROJECT,
    dist: folder,
    renderer,
    apiUrl: config.urls.api,
    siteUrl: env.VITE_SITE_URL ?? '',
  };
  const warnings = await runChild(
    new URL('render-pages.ts', import.meta.url),
    options,
    env,
    'The public pages could not be written',
  );
  if (warnings) console.warn(warnings);
}

/** Builds the app for this stack unless the last build is of the same sources and settings. Needs no database. Returns the folder. */
export async function buildApp(config: StackConfig, onStep?: (step: string) => void): Promise<string> {
  const env = buildEnv(config);
  const { folder, renderer, stampFile } = placeOf(env);
  const stamp = sourceStamp();
  if (!isBuilt(folder, stampFile, stamp)) {
    onStep?.('Building the app');
    rmSync(stampFile, { force: true });
    const folders: SiteFolders = { root: PROJECT, dist: folder, renderer };
    await runChild(new URL('build-app.ts', import.meta.url), folders, env, 'The app could not be built');
    writeFileSync(stampFile, stamp);
  }
  // What an earlier start rendered may be of other data.
  forgetPages({ dist: folder, renderer });
  return folder;
}

/**
 * In a process of its own: a build takes a gigabyte of memory, which the process that then serves the app would keep, and a core that the
 * services need meanwhile. Returns what it printed.
 */
async function runChild(script: URL, options: object, env: Record<string, string>, failed: string): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(script), JSON.stringify(options)], {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, code] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]),
    new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done)),
  ]);
  const said = output.join('').trim();
  if (code !== 0) throw new Error(`${failed}:\n${said}`);
  return said;
}

/** A stack on other ports builds into a folder of its own, so that two at once do not take each other's app away. */
function placeOf(env: Record<string, string>): { folder: string; renderer: string; stampFile: string } {
  const key = createHash('sha256').update(JSON.stringify(env)).digest('hex').slice(0, 12);
  const isDefault = JSON.stringify(env) === JSON.stringify(buildEnv(readConfig({})));
  const folder = isDefault ? join(PROJECT, 'dist') : join(CACHE, `dist-${key}`);
  const renderer = join(CACHE, `renderer-${key}`);
  // In the renderer's folder, which only a build of this kind leaves behind.
  return { folder, renderer, stampFile: join(renderer, 'build.txt') };
}

function isBuilt(folder: string, stampFile: string, stamp: string): boolean {
  try {
    // `npm run build` for a real host writes into dist too, without this stamp.
    const builtAt = statSync(join(folder, SHELL)).mtimeMs;
    return readFileSync(stampFile, 'utf8') === stamp && builtAt <= statSync(stampFile).mtimeMs;
  } catch {
    return false;
  }
}

/** Changes when any source file is changed, added or removed. */
function sourceStamp(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(PROJECT, source);
    const info = statSync(path, { throwIfNoEntry: false });
    if (!info) continue;
    if (!info.isDirectory()) {
      hash.update(`${source} ${info.mtimeMs} ${info.size}\n`);
      continue;
    }
    const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const lines = files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const { mtimeMs, size } = statSync(file);
      return `${file} ${mtimeMs} ${size}`;
    });
    hash.update(lines.sort().join('\n'));
  }
  return hash.digest('hex');
}
