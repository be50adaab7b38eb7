import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { paths } from '@/lib/routing/paths';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useEarlyInput } from './early-input.ts';
import { Guard } from './Guard.tsx';
import { Shell } from './layout/Shell.tsx';
import { pageLoading } from './page-loading.ts';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { type AppRoute, routeOf, routes } from './routes.ts';
import { useScrollRestoration } from './scroll.ts';

/** Loads a page's chunk when a link to it is pointed at, focused or touched: by the click it is usually there. */
function usePreloadOnIntent() {
  useEffect(() => {
    const done = new Set<AppRoute>();
    const onIntent = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      const path = link?.getAttribute('href')?.split(/[?#]/, 1)[0];
      const route = path && routeOf(path);
      if (!route || done.has(route)) return;
      done.add(route);
      route.preload();
    };
    const kinds = ['pointerover', 'focusin', 'touchstart'] as const;
    for (const kind of kinds) document.addEventListener(kind, onIntent, { passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, onIntent);
    };
  }, []);
}

const element = (route: AppRoute) => (
  <Guard access={route.access}>
    <RoutePage key={route.path} route={route} />
  </Guard>
);

function RoutePage({ route }: { route: AppRoute }) {
  // Decided once: to go over to the loaded page would be to mount it again.
  const [Page] = useState(() => route.component());
  useEarlyInput();
  return <Page />;
}

const framed = (frame: AppRoute['frame']) =>
  routes.filter((r) => r.frame === frame).map((r) => <Route key={r.path} path={r.path} element={element(r)} />);

function Bare() {
  return (
    <main className="flex flex-1 flex-col">
      <ErrorBoundary>
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/** For the eye only: the new page's title is spoken when it is there. */
function LoadingBar() {
  const loading = useSyncExternalStore(pageLoading.subscribe, pageLoading.get, () => false);
  return loading ? <div className="progress-bar" aria-hidden="true" /> : null;
}

export function AppRoutes() {
  useScrollRestoration();
  usePreloadOnIntent();
  return (
    <>
      <Routes>
        <Route element={<Shell />}>{framed('shell')}</Route>
        <Route element={<Bare />}>{framed('bare')}</Route>
        <Route path="*" element={<Navigate to={paths.home} replace />} />
      </Routes>
      <RouteAnnouncer />
      <LoadingBar />
    </>
  );
}
