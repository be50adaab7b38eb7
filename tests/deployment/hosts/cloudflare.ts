import { readFileSync } from 'node:fs';
import worker from '../../../deploy/cloudflare-worker.ts';
import { type Answer, type Ask, answer, readAsset } from './answer.ts';
import { headersByFile } from './headers-file.ts';

const config = JSON.parse(readFileSync('wrangler.jsonc', 'utf8').replace(/^\s*\/\/.*$/gm, '')) as {
  assets: { run_worker_first: string[]; html_handling: string; not_found_handling: string };
};

/** Adds Cloudflare's header for a file without a rule. */
const withDefault = (headers: Headers): Headers => {
  if (!headers.has('cache-control')) headers.set('cache-control', 'public, max-age=0, must-revalidate');
  return headers;
};

/**
 * Follows Cloudflare's order: some addresses go to the worker, then files (a page without its ending), then the
 * worker.
 */
export async function askCloudflare(dist: string, apiUrl: string): Promise<Ask> {
  const headersOf = await headersByFile(dist);
  const first = config.assets.run_worker_first.map((path) => new RegExp(`^${path.replace('*', '.*')}$`));
  const asset = (path: string): Answer | null => {
    if (/^\/_(?:headers|redirects)$/.test(path)) return null;
    const bare = path === '/' ? '/index' : path.replace(/\/$/, '');
    const page = readAsset(dist, `${bare}.html`);
    if (page !== null && path !== '/' && path.endsWith('/')) return answer(307, '', { location: bare });
    const body = page ?? readAsset(dist, path);
    return body === null ? null : { status: 200, body, headers: withDefault(headersOf(path)) };
  };
  const ASSETS = {
    fetch: async (url: URL) => {
      const { body, status, headers } = asset(url.pathname) ?? answer(404, '');
      return new Response(body, { status, headers });
    },
  };
  return async (address) => {
    const url = new URL(address, 'https://host.test');
    const found = first.some((path) => path.test(url.pathname)) ? null : asset(url.pathname);
    if (found) return found;
    const response = await worker.fetch(new Request(url, { redirect: 'manual' }), { ASSETS, SUPABASE_URL: apiUrl });
    return { status: response.status, body: await response.text(), headers: response.headers };
  };
}
