import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patternsSource } from './rules.ts';
import type { Site } from './site.ts';

/** Writes the file that deploy/Caddyfile imports, with the headers of every response and the addresses of pages. */
export function writeCaddy({ headers, pages, noIndex }: Site, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const lines = Object.entries(headers).map(([name, value]) => `\t${name} \`${value}\``);
  const matchers = [
    `@page path_regexp ^${patternsSource(pages)}$`,
    `@page_slash path_regexp ^${patternsSource(pages.filter((path) => path !== '/'))}/$`,
    `@unlisted path_regexp ^${patternsSource(noIndex)}$`,
  ];
  writeFileSync(join(folder, 'headers.caddy'), ['header {', ...lines, '}', ''].join('\n'));
  writeFileSync(join(folder, 'pages.caddy'), [...matchers, ''].join('\n'));
}
