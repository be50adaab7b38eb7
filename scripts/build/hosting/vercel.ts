import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOT_FOUND, SHELL } from '../files.ts';
import { API_NAMES, CACHED, patternsSource, REVALIDATED } from './rules.ts';
import type { Site } from './site.ts';

/**
 * Writes a folder in Vercel's Build Output format (`.vercel/output`), because vercel.json is read before the build
 * and can't contain its content policy or its project.
 */
export function writeVercel(site: Site, output: string): void {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  cpSync(site.dist, join(output, 'static'), { recursive: true, filter: (path) => !/\/_[^/]+$/.test(path) });
  writeFileSync(join(output, 'config.json'), `${JSON.stringify(vercelConfig(site), null, 2)}\n`);
}

export function vercelConfig({ headers, pages, noIndex, apiUrl, files }: Site) {
  const page = patternsSource(pages.filter((path) => path !== '/'));
  const api = apiUrl ? [{ src: `^/(${API_NAMES.join('|')})/v1/(.*)$`, dest: `${apiUrl}/$1/v1/$2` }] : [];
  const cached = Object.entries(CACHED).map(([folder, value]) => ({
    src: `^/${folder}/.*$`,
    headers: { 'Cache-Control': value },
    continue: true,
  }));
  const others = `^(?!/(?:${Object.keys(CACHED).join('|')})/).*$`;
  const html = files.filter((path) => path.endsWith('.html') && path !== '/index.html' && path !== `/${NOT_FOUND}`);
  return {
    version: 3,
    routes: [
      { src: '^.*$', headers, continue: true },
      { src: `^${patternsSource(noIndex)}$`, headers: { 'X-Robots-Tag': 'noindex' }, continue: true },
      ...api,
      { src: `^(${page})/$`, status: 308, headers: { Location: '$1' } },
      { handle: 'filesystem' },
      { src: `^${page}$`, dest: `/${SHELL.replace('.html', '')}` },
      // These apply only to found files.
      { handle: 'hit' },
      ...cached,
      { src: others, headers: { 'Cache-Control': REVALIDATED }, continue: true },
      { handle: 'error' },
      { src: '^.*$', status: 404, dest: `/${NOT_FOUND}` },
    ],
    // A page's file is at an address without its ending.
    overrides: Object.fromEntries(html.map((path) => [path.slice(1), { path: path.slice(1).replace(/\.html$/, '') }])),
  };
}
