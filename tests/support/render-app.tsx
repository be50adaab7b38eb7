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
  /** The address that the page is opened at. */
  url?: string | { pathname: string; search?: string; state?: unknown };
  /** The path of the route, for a component that reads parameters from the address. */
  path?: string;
  /** The pages that the component's links lead to. */
  otherPages?: Record<string, ReactNode>;
  /** Who is signed in; null is a visitor. Left out, the session is what the test itself has set up. */
  user?: Profile | null;
  /** A cache that the test has filled. */
  client?: QueryClient;
}

const Shown = createContext<ReactNode>(null);
const Page = () => useContext(Shown);

interface Rendered extends RenderResult {
  /** Presses and types as a person does. */
  user: UserEvent;
  client: QueryClient;
  router: ReturnType<typeof createMemoryRouter>;
}

/** Draws a component as the app does: with its language, its cache, its router, and somebody signed in. */
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

/** Runs a hook as a component of the app would: with its cache. */
export function renderAppHook<Result>(useHook: () => Result, client = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { ...renderHook(useHook, { wrapper }), client };
}

/** Says who is here until the end of the test, without an auth service. */
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
