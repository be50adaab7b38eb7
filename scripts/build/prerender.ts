import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from 'vite';
import { WebSocket } from 'ws';
import { privateRoutes } from '../../src/app/routes.ts';
import { LANGUAGES, SOURCE, withPrefix } from '../../src/lib/i18n/languages.ts';
import type { Renderer } from '../../src/prerender/types.ts';
import { APP, chunksOf, MANIFEST, RENDERED_FILE, SHELL } from './files.ts';
import { pageHtml, type Shell } from './page-html.ts';
import { robotsTxt, type SitemapEntry, sitemapXml } from './sitemap.ts';

export interface PrerenderOptions {
  /** The built app. */
  dist: string;
  /** What `buildSite` built, with the client's manifest beside it. */
  renderer: string;
  /** Where the API is; empty: it is in the build (VITE_SUPABASE_URL). */
  apiUrl: string;
  /** Where the site will be (VITE_SITE_URL); empty: its addresses stay relative, and there is no sitemap. */
  siteUrl: string;
}

/**
 * Writes every public page as the API has it now, with sitemap and robots.txt. Returns how many pages. Throws when the API
 * does not answer; the app then still works, from its shell.
 */
export async function prerenderSite(options: PrerenderOptions): Promise<number> {
  const { dist, renderer, siteUrl } = options;
  forgetPages(dist);
  // The Supabase client wants a WebSocket when it is made, and Node has none of its own before 22.
  Object.assign(globalThis, { territorioApi: options.apiUrl, WebSocket: globalThis.WebSocket ?? WebSocket });
  const { listPages, renderPage } = await loadRenderer(renderer);
  const shell = readShell(dist, renderer);
  const at = (path: string) => (path.startsWith('/') ? siteUrl + path : path);
  const written: string[] = [];
  const entries: SitemapEntry[] = [];
  for (const page of await listPages()) {
    for (const language of LANGUAGES) {
      // One page that cannot be drawn takes no other with it: it is drawn in the browser, as it was before.
      const drawn = await renderPage(page, at, language.code).catch((error: unknown) => {
        console.warn(`${withPrefix(page.path, language)} was not rendered:`, error);
        return null;
      });
      if (!drawn) continue;
      for (const path of [page.path, ...page.also]) {
        const file = fileOf(withPrefix(path, language));
        writeInto(dist, file, pageHtml(shell, drawn, { path, language, at }));
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

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** What an earlier run wrote is gone first: a region that was hidden meanwhile must not stay as a file. */
function forgetPages(dist: string): void {
  let files: string[] = [];
  try {
    files = JSON.parse(readFileSync(join(dist, RENDERED_FILE), 'utf8'));
  } catch {
    // The first run.
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
