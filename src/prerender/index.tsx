/**
 * Renders the public pages at build, outside a browser (docs/decisions/0008). scripts/build bundles this module and
 * sets the API's address in `globalThis.territorioApi` if VITE_SUPABASE_URL is empty.
 */
import { t } from '@lingui/core/macro';
import type { Query } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { App } from '@/app/App';
import { createRoutes, loadPageAt } from '@/app/router';
import { routeOf } from '@/app/routes';
import { queryClient } from '@/lib/api/query-client';
import { activateLanguage } from '@/lib/i18n/i18n';
import { type Language, languageOf, SOURCE, withPrefix } from '@/lib/i18n/languages';
import { fullTitle, headSink, type PageHead } from '@/lib/routing/page-head';
import { setBuiltAt } from '@/lib/routing/snapshot';
import { listPages } from './pages.ts';
import { pageData } from './structured.ts';
import type { Absolute, PublicPage, RenderedPage } from './types.ts';

export { listPages };

/** How many times a page may make requests that depend on earlier responses. */
const ROUNDS = 4;

/**
 * Renders a page in one language, as a guest sees it on their first visit. Returns null if its content no longer
 * exists.
 */
export async function renderPage(page: PublicPage, at: Absolute, code: string): Promise<RenderedPage | null> {
  const route = routeOf(page.path);
  if (!route?.prerendered) throw new Error(`src/app/routes.ts does not mark ${page.path} as prerendered.`);
  const language = languageOf(code) ?? SOURCE;
  await activateLanguage(language);
  const here: Absolute = (path) => at(routeOf(path) ? withPrefix(path, language) : path);
  queryClient.clear();
  const builtAt = Date.now();
  setBuiltAt(builtAt);
  let head: PageHead = { title: null };
  headSink.take = (said) => {
    head = said;
  };
  let html = await renderApp(page.path, language);
  for (let round = 0; round < ROUNDS && (await answerQueries()); round += 1)
    html = await renderApp(page.path, language);
  headSink.take = null;
  const known = page.know();
  const { title, description, canonical } = head;
  if (!known || !title) return null;
  return {
    page: route.page,
    html,
    title: fullTitle(title),
    description: description ?? '',
    canonical: canonical ?? null,
    cover: known.cover,
    structured: [
      pageData(fullTitle(title), here(canonical ?? page.path)),
      ...known.structured(description ?? '', here),
    ],
    shareAlt: t`A lancha crossing the Río Dulce canyon at sunrise`,
    queries: snapshotOfCache(),
    builtAt,
  };
}

/**
 * Returns whether a rendered component waits for the query. The cache stores the observer's `enabled` beside the
 * query's own options.
 */
function isAsked({ state, options }: Query): boolean {
  return state.status === 'pending' && (options as { enabled?: unknown }).enabled !== false;
}

/** Makes the requests that the page would make in a browser. Returns whether there were any. */
async function answerQueries(): Promise<boolean> {
  const asked = queryClient.getQueryCache().findAll({ predicate: isAsked });
  await Promise.all(asked.map((query) => query.fetch()));
  return asked.length > 0;
}

/** Returns a router that is fixed to one address. */
async function routerAt(path: string, language: Language): Promise<ReactNode> {
  const basename = language.prefix || '/';
  const handler = createStaticHandler(createRoutes(await loadPageAt(path)), { basename });
  const address = new URL(withPrefix(path, language), 'http://localhost');
  const context = await handler.query(new Request(address));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere.`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return <StaticRouterProvider router={router} context={context} hydrate={false} />;
}

async function renderApp(path: string, language: Language): Promise<string> {
  let failure: unknown;
  const { prelude } = await prerender(<App>{await routerAt(path, language)}</App>, {
    onError: (error) => {
      failure ??= error;
    },
    // Prevents streaming. Larger parts would otherwise follow the page, with a script that inserts them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  if (failure) throw failure;
  return html;
}

function snapshotOfCache(): RenderedPage['queries'] {
  const answered = queryClient.getQueryCache().findAll({ predicate: (query) => query.state.status === 'success' });
  return answered.map((query) => [query.queryKey, query.state.data]);
}
