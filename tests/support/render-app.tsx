import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render, renderHook } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createContext, type ReactNode, useContext } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import type { Profile } from '@/features/account/profile/queries';
import { sessionStore } from '@/features/account/session/session-store';
import { createQueryClient } from '@/lib/api/query-client';
import { i18n } from '@/lib/i18n/i18n';

interface Options {
  /** The page's address. */
  url?: string | { pathname: string; search?: string; hash?: string; state?: unknown };
  /** The route's path, for a component that reads its parameters. */
  path?: string;
  /** Pages that the component links to. */
  otherPages?: Record<string, ReactNode>;
  /** The signed-in person. Null for a visitor. By default, the session set up by the test. */
  user?: Profile | null;
  /** A cache filled by the test. */
  client?: QueryClient;
}

const Shown = createContext<ReactNode>(null);
const Page = () => useContext(Shown);

interface Rendered extends RenderResult {
  /** Clicks and types like a person. */
  user: UserEvent;
  client: QueryClient;
  router: ReturnType<typeof createMemoryRouter>;
}

/** Renders a component as the app does: with language, cache, router, and a signed-in person. */
export function renderApp(ui: ReactNode, options: Options = {}): Rendered {
  const { url = '/', path = '*', otherPages = {}, user, client = createQueryClient() } = options;
  if (user !== undefined) signInAs(user);
  const others = Object.entries(otherPages).map(([pattern, element]) => ({ path: pattern, element }));
  const routes = [...new Set([path, '*'])].map((pattern) => ({ path: pattern, element: <Page /> }));
  const router = createMemoryRouter([...others, ...routes], { initialEntries: [url] });
  const inApp = (page: ReactNode) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Shown value={page}>
          <RouterProvider router={router} />
        </Shown>
      </QueryClientProvider>
    </I18nProvider>
  );
  const view = render(inApp(ui));
  const rerender = (page: ReactNode) => view.rerender(inApp(page));
  return { ...view, rerender, user: userEvent.setup(), client, router };
}

/** Runs a hook with the app's cache. */
export function renderAppHook<Result>(useHook: () => Result, client = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { ...renderHook(useHook, { wrapper }), client };
}

/** Sets the signed-in person until the end of the test, without an auth service. */
export function signInAs(profile: Profile | null): void {
  const state = profile
    ? {
        status: 'signed-in' as const,
        user: { id: profile.id, email: profile.email } as never,
        profile: { profile, pending: false, error: null, retry: () => undefined },
      }
    : { status: 'signed-out' as const, end: 'none' as const };
  vi.spyOn(sessionStore, 'get').mockReturnValue(state);
}
