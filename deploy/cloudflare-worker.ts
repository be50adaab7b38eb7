import { NOT_FOUND, PAGES_FILE, SHELL } from '../scripts/build/files.ts';
import { API_PATHS, HIDDEN, type Pages, pathMatcher, REVALIDATED } from '../scripts/build/hosting/rules.ts';

interface Environment {
  ASSETS: { fetch(url: URL): Promise<Response> };
  /** The project's address, if the pages were built for one origin. */
  SUPABASE_URL?: string;
}

/**
 * Answers all requests except those for files: the project's API, pages that the app renders, and addresses that
 * don't exist.
 */
export default {
  async fetch(request: Request, { ASSETS, SUPABASE_URL }: Environment): Promise<Response> {
    const url = new URL(request.url);
    if (SUPABASE_URL && API_PATHS.test(url.pathname)) {
      // This includes web sockets, because Cloudflare passes upgrades on.
      return fetch(new Request(new URL(url.pathname + url.search, SUPABASE_URL), request));
    }
    const asset = (file: string) => ASSETS.fetch(new URL(`/${file.replace(/\.html$/, '')}`, url));
    const { pages, noIndex } = (await (await asset(PAGES_FILE)).json()) as Pages;
    const path = url.pathname;
    const isPage = pathMatcher(pages);
    if (path.endsWith('/') && isPage(path.slice(0, -1))) {
      return new Response(null, { status: 308, headers: { location: path.slice(0, -1) + url.search } });
    }
    const found = isPage(path) && !HIDDEN.test(path);
    const { body, headers } = await asset(found ? SHELL : NOT_FOUND);
    const answer = new Response(body, { status: found ? 200 : 404, headers });
    answer.headers.set('cache-control', REVALIDATED);
    if (pathMatcher(noIndex)(path)) answer.headers.set('x-robots-tag', 'noindex');
    return answer;
  },
};
