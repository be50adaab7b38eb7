import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { withoutPrefix } from '@/lib/i18n/languages';
import { fetchDeferred, fetchWhenIdle } from '@/lib/routing/chunks';
import { loadPage } from './load-page.ts';
import { MissingPage } from './MissingPage.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { type PageRoute, routeOf, routes } from './routes.ts';
import { SCROLL_STORAGE, scrollKey } from './scroll.ts';
import { useSessionEffects } from './use-session-effects.ts';

/** Renders what every page shares: announcements, loading bar, scroll position and the notice about a missing page. */
export function Root() {
  useSessionEffects();
  usePagePrefetch();
  usePagesAhead();
  return (
    <>
      <Outlet />
      <RouteAnnouncer />
      <LoadingBar />
      <MissingPage />
      <ScrollRestoration getKey={scrollKey} storageKey={SCROLL_STORAGE} />
    </>
  );
}

/**
 * Loads a page's code as soon as a link to it is hovered, focused or touched. The code has then usually arrived by the
 * click.
 */
function usePagePrefetch(): void {
  useEffect(() => {
    const done = new Set<PageRoute>();
    const prefetch = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      const route = link instanceof HTMLAnchorElement && routeOf(withoutPrefix(link.pathname));
      if (!route || done.has(route)) return;
      done.add(route);
      loadPage(route).catch(() => done.delete(route));
    };
    const kinds = ['pointerover', 'focusin', 'touchstart'] as const;
    for (const kind of kinds) document.addEventListener(kind, prefetch, { passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, prefetch);
    };
  }, []);
}

const LOOK_MS = 3000;
const known = new Set<PageRoute>();

/**
 * Loads the code of the most likely next page in advance. For signed-in people, also loads the pages that the content
 * links to, and linked pages that work offline, because there may be no signal where a ticket is shown.
 */
function usePagesAhead(): void {
  const { status } = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    fetchDeferred();
    const next = routeOf(withoutPrefix(pathname))?.next;
    const fetchAhead = (route: PageRoute) => {
      if (known.has(route)) return;
      known.add(route);
      fetchWhenIdle(() => loadPage(route));
    };
    for (const route of routes) if (route.page === next) fetchAhead(route);
    if (status !== 'signed-in') return;
    const look = () => {
      for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) {
        const route = routeOf(withoutPrefix(link.pathname));
        if (route && (route.offline || link.closest('main'))) fetchAhead(route);
      }
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [status, pathname]);
}

/**
 * Shows progress above the old page while a new page loads. It is hidden from screen readers, because `RouteAnnouncer`
 * announces the new page.
 */
function LoadingBar() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="progress-bar" aria-hidden="true" />;
}
