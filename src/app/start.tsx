import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { carryReferral } from '@/features/account/referral/referral';
import { sessionStore } from '@/features/account/session/session-store';
import { startIdleFetching } from '@/lib/routing/chunks';
import { isRenderedHere, isTakenOver } from '@/lib/routing/snapshot';
import { App } from './App.tsx';
import { createRoutes, loadPageAt } from './router.tsx';
import { forgetScroll } from './scroll.ts';

/** Takes over the page that the build rendered, or draws the one that the address asks for. */
export async function start(root: HTMLElement): Promise<void> {
  carryReferral();
  forgetScroll();
  const loaded = isRenderedHere() ? await loadPageAt(location.pathname).catch(() => null) : null;
  // With no data of loaders to take over, but as one that is there already: the router must not scroll it to its top.
  const router = createBrowserRouter(createRoutes(loaded), loaded ? { hydrationData: {} } : {});
  const app = (
    <StrictMode>
      <App>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  );
  // What is not taken over is drawn anew, from the snapshot's data. In a transition, so that a long page keeps no tap waiting.
  if (loaded && isTakenOver()) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  document.documentElement.classList.remove('other-page');
  markPerson();
  startIdleFetching();
}

/** The same mark as public/theme.js sets, for as long as the page lives. */
function markPerson(): void {
  const mark = () =>
    document.documentElement.classList.toggle('known-person', sessionStore.get().status !== 'signed-out');
  sessionStore.subscribe(mark);
  mark();
}
