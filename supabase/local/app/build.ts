import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from '../../../scripts/build/bundle.ts';
import { SHELL } from '../../../scripts/build/files.ts';
import { prerenderSite } from '../../../scripts/build/prerender.ts';
import { readConfig, type StackConfig } from '../config.ts';

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
    VITE_OPEN_REGIONS: site.openRegions,
    VITE_PARTNER_FORM_URL: site.partnerFormUrl,
    VITE_PARTNER_FORM_SCRIPT_URL: site.partnerFormScriptUrl,
    VITE_SITE_URL: urls.app,
  };
}

/**
 * Builds the app for this stack unless the last build is of the same sources and settings, and writes its public pages
 * as the database has them now. Returns the folder.
 */
export async function ensureBuilt(config: StackConfig, onStep?: (step: string) => void): Promise<string> {
  const folder = await buildApp(config, onStep);
  const env = buildEnv(config);
  onStep?.('Writing the public pages');
  const { renderer } = placeOf(env);
  await prerenderSite({ dist: folder, renderer, apiUrl: config.urls.api, siteUrl: env.VITE_SITE_URL ?? '' });
  return folder;
}

/** The same without the public pages, which are then drawn in the browser. */
export async function buildApp(config: StackConfig, onStep?: (step: string) => void): Promise<string> {
  const env = buildEnv(config);
  const { folder, renderer, stampFile } = placeOf(env);
  const stamp = sourceStamp();
  if (!isBuilt(folder, stampFile, stamp)) {
    onStep?.('Building the app');
    rmSync(stampFile, { force: true });
    Object.assign(process.env, env);
    await buildSite({ root: PROJECT, dist: folder, renderer });
    writeFileSync(stampFile, stamp);
  }
  return folder;
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
