import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from 'vite';
import { WebSocket } from 'ws';
import { privateRoutes } from '../../src/app/routes.ts';
import {
  LANGUAGES,
  type Language,
  languageAt,
  SOURCE,
  withoutPrefix,
  withPrefix,
} from '../../src/lib/i18n/languages.ts';
import type { Absolute, PublicPage, Renderer } from '../../src/prerender/types.ts';
import { APP, chunksOf, MANIFEST, RENDERED_FILE, SHELL } from './files.ts';
import { pageHtml, type Shell } from './page-html.ts';
import { robotsTxt, type SitemapEntry, sitemapXml } from './sitemap.ts';

export interface PrerenderOptions {
  dist: string;
  /** The output of `buildSite`, with the client's manifest beside it. */
  renderer: string;
  /** The API's address. If empty, the build's (VITE_SUPABASE_URL). */
  apiUrl: string;
  /** The site's public address (VITE_SITE_URL). If empty, addresses are relative and there is no sitemap. */
  siteUrl: string;
}

/**
 * Renders public pages from the API's current data, one page at a time because they share a router and a query
 * cache.
 */
interface SiteRenderer {
  listPages: Renderer['listPages'];
  /** Returns a page's HTML at an address, or null if it no longer exists or failed to render. */
  drawPage: (page: PublicPage, language: Language) => Promise<((path: string) => string) | null>;
}

async function openRenderer({ dist, renderer, apiUrl, siteUrl }: PrerenderOptions): Promise<SiteRenderer> {
  // The Supabase client needs a WebSocket, which Node lacks before 22.
  Object.assign(globalThis, { territorioApi: apiUrl, WebSocket: globalThis.WebSocket ?? WebSocket });
  const { listPages, renderPage } = await loadRenderer(renderer);
  const shell = readShell(dist, renderer);
  const at = absolute(siteUrl);
  return {
    listPages,
    drawPage: async (page, language) => {
      // A page that fails to render doesn't affect others, and the browser renders it.
      const drawn = await renderPage(page, at, language.code).catch((error: unknown) => {
        console.warn(`${withPrefix(page.path, language)} was not rendered:`, error);
        return null;
      });
      return drawn && ((path) => pageHtml(shell, drawn, { path, language, at }));
    },
  };
}

const absolute =
  (siteUrl: string): Absolute =>
  (path) =>
    path.startsWith('/') ? siteUrl + path : path;

/**
 * Returns a function that renders the public page of a path from current data, for content published after the
 * build. It returns null if the path isn't a public page.
 */
export async function openPageDrawer(options: PrerenderOptions): Promise<(path: string) => Promise<string | null>> {
  const { listPages, drawPage } = await openRenderer(options);
  return async (path) => {
    const wanted = withoutPrefix(path);
    for (const page of await listPages()) {
      const address = [page.path, ...page.also].find((one) => decodeURIComponent(one) === wanted);
      if (address) return (await drawPage(page, languageAt(path)))?.(address) ?? null;
    }
    return null;
  };
}

/**
 * Writes every public page, sitemap and robots.txt, and returns the number of pages. Throws if the API doesn't
 * respond. The app then still works from its shell.
 */
export async function prerenderSite(options: PrerenderOptions): Promise<number> {
  const { dist, siteUrl } = options;
  const at = absolute(siteUrl);
  completeShell(dist, at);
  forgetPages(dist);
  const { listPages, drawPage } = await openRenderer(options);
  const written: string[] = [];
  const entries: SitemapEntry[] = [];
  for (const page of await listPages()) {
    for (const language of LANGUAGES) {
      const drawn = await drawPage(page, language);
      if (!drawn) continue;
      for (const path of [page.path, ...page.also]) {
        const file = fileOf(withPrefix(path, language));
        writeInto(dist, file, drawn(path));
        written.push(file);
      }
      if (language === SOURCE) entries.push({ path: page.path, changed: page.changed });
    }
  }
  if (siteUrl) writeInto(dist, 'sitemap.xml', sitemapXml(entries, at));
  writeInto(dist, 'robots.txt', robotsTxt(privateRoutes, siteUrl ? at('/sitemap.xml') : null));
  writeInto(dist, RENDERED_FILE, JSON.stringify([...written, 'sitemap.xml']));
  return written.length;
}

/**
 * Gives the picture of the general preview its full address, which programs that show previews need. The shell is
 * served for every page that is published after the build.
 */
function completeShell(dist: string, at: Absolute): void {
  const file = join(dist, SHELL);
  const html = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    html.replace(/(property="og:image" content=")[^"]*/, (_, start) => `${start}${at('/og.jpg')}`),
  );
}

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** Removes an earlier run's files first, because a region that was hidden since must not stay as a file. */
function forgetPages(dist: string): void {
  let files: string[] = [];
  try {
    files = JSON.parse(readFileSync(join(dist, RENDERED_FILE), 'utf8'));
  } catch {
    // There are no earlier files in the first run.
  }
  for (const file of files) rmSync(join(dist, file), { force: true });
  writeFileSync(join(dist, 'index.html'), readFileSync(join(dist, SHELL)));
}

const loadRenderer = (folder: string): Promise<Renderer> => import(pathToFileURL(join(folder, 'index.js')).href);

function readShell(dist: string, renderer: string): Shell {
  const manifest = JSON.parse(readFileSync(join(renderer, MANIFEST), 'utf8')) as Manifest;
  return {
    html: readFileSync(join(dist, SHELL), 'utf8'),
    chunksOf: (modules) => [...new Set([APP, ...modules].flatMap((module) => [...chunksOf(manifest, module)]))],
  };
}

function writeInto(dist: string, file: string, text: string): void {
  const path = join(dist, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
