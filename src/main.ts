import './styles/index.css';
import { shouldReload } from './lib/routing/chunks.ts';
import { filesOfPage } from './lib/routing/page-files.ts';
import { isRenderedHere, readSnapshot } from './lib/routing/snapshot.ts';

/** Input that shows that a person wants to use the page. */
const SIGNS = ['pointerdown', 'touchstart', 'keydown'] as const;

/** How long the app waits for pictures, so that a missing one can't block it. */
const PICTURES_MS = 10_000;

/**
 * Resolves when the page and its pictures are painted, at the first input, or at once if the address leads to a
 * part of the page such as the booking form.
 */
const whenPainted = () =>
  new Promise<void>((resolve) => {
    const soon = () => setTimeout(resolve, 50);
    if (document.readyState === 'complete' || location.hash !== '') soon();
    else addEventListener('load', soon);
    setTimeout(resolve, PICTURES_MS);
    for (const sign of SIGNS) addEventListener(sign, () => resolve(), { passive: true, once: true, capture: true });
  });

/** Loads the code of the app and the page in parallel, rather than one import after another. */
function preload(files: readonly string[]): void {
  const links = files.map((href) =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
  );
  document.head.append(...links);
}

// On a page rendered at build this script doesn't wait for styles (scripts/build/page-html.ts).
if (document.readyState === 'loading')
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));

// A built page can be read and its links followed before the app starts, so its visible content loads first.
if (isRenderedHere()) {
  setTimeout(() => document.documentElement.classList.remove('form-first'), PICTURES_MS);
  const { files = [], formFiles = [] } = readSnapshot() ?? {};
  // If the link leads to the booking form, the form's code loads together with the page's.
  const preloadForm = () => location.hash === '#book' && preload(formFiles);
  addEventListener('hashchange', preloadForm, { once: true });
  await whenPainted();
  preload(files);
  preloadForm();
} else preload(filesOfPage(location.pathname));

/** Loads the app. If the connection fails first, the page can still be read, and loading is retried when online. */
async function loadApp(): Promise<typeof import('./app/start.tsx')> {
  for (;;) {
    try {
      return await import('./app/start.tsx');
    } catch {
      if (await shouldReload()) location.reload();
      await new Promise((resolve) => {
        addEventListener('online', resolve, { once: true });
        setTimeout(resolve, 5000);
      });
    }
  }
}

const { start } = await loadApp();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await start(root);
