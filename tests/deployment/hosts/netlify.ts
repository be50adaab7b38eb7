import { join } from 'node:path';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { type Ask, fetchAnswer, readAsset } from './answer.ts';
import { headersByFile } from './headers-file.ts';

interface Rule {
  from: string;
  to: string;
  status: number;
  force: boolean;
}

/**
 * Follows Netlify's order: forced rules, files (a page even when the address has no ending), other rules, 404.html.
 */
export async function askNetlify(dist: string): Promise<Ask> {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [join(dist, '_redirects')],
    configRedirects: [],
    minimal: false,
  });
  if (errors.length > 0) throw errors[0];
  const headersOf = await headersByFile(dist);
  const rules = redirects as Rule[];
  return async (address) => {
    const { pathname, search } = new URL(address, 'http://host.test');
    const follow = (rule: Rule | undefined) => rule && targetOf(rule, pathname);
    const to = (file: string) => readAsset(dist, file);
    const forced = follow(rules.find((rule) => rule.force && targetOf(rule, pathname)));
    if (forced?.startsWith('http')) return fetchAnswer(new URL(forced + search));
    const found = HIDDEN_BY_HOST.test(pathname)
      ? null
      : (to(pathname === '/' ? '/index.html' : pathname) ?? to(`${pathname}.html`));
    const rewritten = found ?? to(follow(rules.find((rule) => targetOf(rule, pathname))) ?? '');
    const headers = headersOf(pathname);
    if (!headers.has('cache-control')) headers.set('cache-control', 'public, max-age=0, must-revalidate');
    if (rewritten !== null) return { status: 200, body: rewritten, headers };
    return { status: 404, body: to('/404.html') ?? '', headers };
  };
}

/** Netlify doesn't publish its own files. */
const HIDDEN_BY_HOST = /^\/_(?:headers|redirects)$/;

/** Returns the target of a rule, or undefined if it doesn't match. */
function targetOf({ from, to }: Rule, path: string): string | undefined {
  const source = from
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*$/, '(?<splat>.*)');
  const match = new RegExp(`^${source}$`).exec(path);
  return match ? to.replace(':splat', match.groups?.splat ?? '') : undefined;
}
