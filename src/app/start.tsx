import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { carryReferral } from '@/features/account/referral/referral';
import { sessionStore } from '@/features/account/session/session-store';
import { awaitFirstData } from '@/lib/api/first-data';
import { queryClient } from '@/lib/api/query-client';
import { retryUnreached } from '@/lib/api/retry-unreached';
import { activateLanguage } from '@/lib/i18n/i18n';
import { type Language, languageAt, SOURCE, withoutPrefix } from '@/lib/i18n/languages';
import { onLineBack, shouldReload, startIdleFetching } from '@/lib/routing/chunks';
import { followRouter } from '@/lib/routing/overlay-history';
import { canBeTakenOver, isRenderedHere, setTakenOver } from '@/lib/routing/snapshot';
import { App } from './App.tsx';
import { createRoutes, loadPageAt } from './router.tsx';
import { forgetScroll, restoreKeptScroll } from './scroll.ts';

/** Hydrates the page rendered at build, or renders the requested address. */
export async function start(root: HTMLElement): Promise<void> {
  carryReferral();
  forgetScroll();
  awaitFirstData();
  const language = languageAt(location.pathname);
  const [loaded] = await Promise.all([
    isRenderedHere() ? untilLoaded(() => loadPageAt(withoutPrefix(location.pathname))) : null,
    untilLoaded(() => activateLanguage(language)),
  ]);
  nameInstalledApp(language);
  retryUnreached(queryClient);
  const router = createBrowserRouter(createRoutes(loaded), {
    basename: language.prefix || '/',
    // The router has no loader data. Without hydration data it would treat the page as new and scroll to the top.
    ...(loaded && { hydrationData: {} }),
  });
  followRouter(router);
  const firstKey = router.state.location.key;
  const app = (
    <StrictMode>
      <App>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  );
  // What can't be hydrated renders from the snapshot's data. Hydration runs in a transition, so that a long page
  // doesn't block taps.
  if (loaded && canBeTakenOver()) {
    setTakenOver(true);
    const stop = router.subscribe(({ location: { key } }) => {
      if (key === firstKey) return;
      setTakenOver(false);
      stop();
    });
    startTransition(() => void hydrateRoot(root, app));
  } else createRoot(root).render(app);
  document.documentElement.classList.remove('other-page');
  restoreKeptScroll();
  markPerson();
  startIdleFetching();
}

/** Sets the name and shortcuts of the installed app. They stay in the language in which the app was installed. */
function nameInstalledApp({ code }: Language): void {
  if (code === SOURCE.code) return;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/manifest.${code}.webmanifest`);
}

/**
 * Returns what `load` loads, and retries until that succeeds, because the app can't start without it. The built HTML is
 * readable in the meantime.
 */
async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      if (await shouldReload()) location.reload();
      await new Promise<void>((resolve) => {
        const again = () => {
          stop();
          resolve();
        };
        const stop = onLineBack(again);
        setTimeout(again, 5000);
      });
    }
  }
}

/** Marks the document for signed-in people, as public/theme.js does before the app starts, and follows the session. */
function markPerson(): void {
  const mark = () =>
    document.documentElement.classList.toggle('known-person', sessionStore.get().status !== 'signed-out');
  sessionStore.subscribe(mark);
  mark();
}
