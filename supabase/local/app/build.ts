import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { lockWhenFree } from '@territorio/local-supabase/lock';
import type { SiteFolders } from '../../../scripts/build/bundle.ts';
import type { PrerenderOptions } from '../../../scripts/build/prerender.ts';
import type { StackConfig } from '../config.ts';
import { PROJECT } from '../project.ts';
import { localPushKeys } from '../push-keys.ts';
import { STRIPE_PATH } from './server.ts';

const CACHE = join(PROJECT, 'node_modules', '.cache', 'territorio');
const UNUSED_MS = 3_600_000;
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
  'tsconfig.app.json',
  'scripts/build',
  'packages/stripe-emulator/src/browser',
];

/**
 * Returns the settings of the browser build. They have no port and no folder, so that one build works for every
 * stack of this checkout.
 */
export function buildEnv({ keys, site }: StackConfig): Record<string, string> {
  return {
    // Empty means the same origin, which the app server forwards to the API.
    VITE_SUPABASE_URL: '',
    VITE_SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    VITE_STRIPE_PUBLISHABLE_KEY: keys.stripePublishable,
    VITE_STRIPE_EMULATOR_URL: STRIPE_PATH,
    VITE_VAPID_PUBLIC_KEY: localPushKeys().publicKey,
    VITE_OPEN_REGIONS: site.openRegions,
    VITE_PARTNER_FORM_URL: site.partnerFormUrl,
    VITE_PARTNER_FORM_SCRIPT_URL: site.partnerFormScriptUrl,
  };
}

/** Writes a built app's public pages from current data. Other pages are rendered by the browser. */
export async function writePublicPages(config: StackConfig): Promise<void> {
  const warnings = await runChild(
    new URL('render-pages.ts', import.meta.url),
    renderOptions(config),
    buildEnv(config),
    'The public pages could not be written',
  );
  if (warnings) console.warn(warnings);
}

/** Returns the environment of a process that renders this stack's public pages. */
export function renderOptions(config: StackConfig): RenderOptions {
  const dist = siteFolder(config);
  const build = readFileSync(join(dist, BUILD_FILE), 'utf8');
  const { renderer } = partsOf(build);
  return { root: PROJECT, build, dist, renderer, apiUrl: config.urls.api, siteUrl: config.urls.app };
}

/** `build` is the folder that is locked while the renderer is built. */
export type RenderOptions = PrerenderOptions & { root: string; build: string };

/**
 * Builds the app unless the same sources and settings are built already; a concurrent start waits. Needs no database.
 * Returns this stack's copy, without public pages.
 */
export async function buildApp(config: StackConfig, onStep?: (step: string) => void): Promise<string> {
  const env = buildEnv(config);
  const build = join(CACHE, `build-${stampOf(env)}`);
  const { dist, renderer } = partsOf(build);
  const site = siteFolder(config);
  const unlock = await lockWhenFree(build);
  try {
    // This file is written last, to mark a complete build.
    if (!existsSync(join(dist, BUILD_FILE))) {
      onStep?.('Building the app');
      removeUnused();
      const folders: SiteFolders = { root: PROJECT, dist, renderer };
      await runChild(new URL('build-app.ts', import.meta.url), folders, env, 'The app could not be built');
      writeFileSync(join(dist, BUILD_FILE), build);
    }
    rmSync(site, { recursive: true, force: true });
    cpSync(dist, site, { recursive: true });
  } finally {
    unlock();
  }
  return site;
}

/**
 * Runs a script in a separate process and returns its output. A build takes a gigabyte of memory, which the server
 * process would keep, and a core that the services need.
 */
async function runChild(script: URL, options: object, env: Record<string, string>, failed: string): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(script), JSON.stringify(options)], {
    cwd: PROJECT,
    env: childEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, ended] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]),
    // The signal of a process that was stopped, which has no exit code and usually says nothing.
    new Promise<number | string | null>((done, fail) =>
      child.once('error', fail).once('close', (code, signal) => done(code ?? signal)),
    ),
  ]);
  const said = output.join('').trim();
  if (ended !== 0) throw new Error(`${failed} (${ended}):\n${said}`);
  return said;
}

// If a test starts it, NODE_ENV is different.
const childEnv = (env: Record<string, string>) => ({ ...process.env, NODE_ENV: 'production', ...env });

/** Returns the environment of a process that builds or renders this stack's app. */
export const renderEnv = (config: StackConfig) => childEnv(buildEnv(config));

/** Returns the folder from which this stack's app is served, with the build and pages of its own data. */
const siteFolder = ({ dataDir }: StackConfig): string => join(dataDir, 'app');

/**
 * This file names the build's folder, in the build and each copy, so that pages match their build. It is never
 * served.
 */
const BUILD_FILE = '_build.txt';

const partsOf = (build: string) => ({ dist: join(build, 'app'), renderer: join(build, 'renderer') });

/** Removes builds of outdated sources that no start can still be using. */
function removeUnused(): void {
  for (const name of readdirSync(CACHE).filter((one) => one.startsWith('build-'))) {
    const folder = join(CACHE, name);
    // Each start creates its lock in the folder, which updates the folder's time.
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (usedAt < Date.now() - UNUSED_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns a stamp that changes with any source file and the settings. It is equal in every checkout of a commit, so
 * that CI builds once.
 */
function stampOf(env: Record<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify(env));
  for (const source of SOURCES)
    for (const file of filesOf(join(PROJECT, source)).sort())
      hash.update(`${relative(PROJECT, file)}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path: string): string[] {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return [];
  if (!info.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
