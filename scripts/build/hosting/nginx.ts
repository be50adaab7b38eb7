import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHED, patternsSource, REVALIDATED } from './rules.ts';
import type { Site } from './site.ts';

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/**
 * Writes the files that deploy/nginx.conf.template includes: lists for its `http` level, and headers for its
 * server.
 */
export function writeNginx(site: Site, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'maps.conf'), maps(site));
  const headers = Object.entries(site.headers).map(([name, value]) => `add_header ${name} ${quote(value)} always;\n`);
  writeFileSync(join(folder, 'headers.conf'), headers.join(''));
}

function maps({ pages, noIndex }: Site): string {
  const cached = Object.entries(CACHED).map(([path, value]) => `  ~^/${path}/ ${quote(value)};`);
  return [
    'map $uri $is_page {',
    '  default 0;',
    `  ${quote(`~^${patternsSource(pages)}/?$`)} 1;`,
    '}',
    // This maps the requested address, which is no longer $uri when the shell responds.
    'map $request_uri $robots_tag {',
    '  default "";',
    `  ${quote(`~^${patternsSource(noIndex)}(?:\\?|$)`)} noindex;`,
    '}',
    'map $uri $cached_file {',
    `  default ${REVALIDATED};`,
    ...cached,
    '}',
    'map $status $cache_control {',
    '  default $cached_file;',
    `  ~^[45] ${REVALIDATED};`,
    '}',
    '',
  ].join('\n');
}
