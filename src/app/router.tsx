import { type ComponentType, useEffect } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { watchFirstData } from '@/lib/api/first-data';
import { paths } from '@/lib/routing/paths';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { ErrorPage } from './ErrorPage.tsx';
import { FirstPage } from './FirstPage.tsx';
import { Guard } from './Guard.tsx';
import { Shell, ShellSpinner } from './layout/Shell.tsx';
import { loadPage, openPage } from './load-page.ts';
import { loadPatiently } from './missing-page.ts';
import { Root } from './Root.tsx';
import { type PageRoute, routeOf, routes } from './routes.ts';

/** A page with its code, which can render at once. */
export interface LoadedPage {
  route: PageRoute;
  Page: ComponentType;
}

export async function loadPageAt(pathname: string): Promise<LoadedPage | null> {
  const route = routeOf(pathname);
  return route ? { route, Page: await loadPage(route) } : null;
}

/**
 * Returns the routes for React Router. The page in `loaded` renders at once, for hydration and at build. All others
 * load when someone opens them.
 */
export function createRoutes(loaded: LoadedPage | null): RouteObject[] {
  const pages = (frame: PageRoute['frame']): RouteObject[] => [
    {
      // If a page fails, its header and footer stay.
      errorElement: <ErrorPage />,
      children: routes
        .filter((route) => route.frame === frame)
        .map((route) => (route === loaded?.route ? { path: route.path, ...elementOf(loaded) } : lazyRoute(route))),
    },
  ];
  return [
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      children: [
        { element: <Shell />, children: pages('shell') },
        { element: <Bare />, children: pages('bare') },
        { path: '*', element: <Navigate to={paths.home} replace /> },
      ],
    },
  ];
}

const elementOf = ({ route, Page }: LoadedPage) => ({
  element: (
    <Guard key={route.path} access={route.access}>
      <Page />
      <FirstDataWatch />
    </Guard>
  ),
});

/** Watches the first requests. It must come after the page, so that the page's effects have started them. */
function FirstDataWatch() {
  useEffect(watchFirstData, []);
  return null;
}

const lazyRoute = (route: PageRoute): RouteObject => ({
  path: route.path,
  lazy: async () => elementOf({ route, Page: await loadPatiently(route, () => openPage(route)) }),
  hydrateFallbackElement: <FirstPage>{route.frame === 'shell' ? <ShellSpinner /> : <PageSpinner />}</FirstPage>,
});

function Bare() {
  return (
    <main className="flex flex-1 flex-col">
      <Outlet />
    </main>
  );
}
