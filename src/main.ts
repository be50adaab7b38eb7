import './styles/index.css';
import { shouldReload } from './lib/routing/chunks.ts';
import { filesOfPage } from './lib/routing/page-files.ts';
import { isRenderedHere, readSnapshot } from './lib/routing/snapshot.ts';

/** The events that show that someone wants to use the page. */
const SIGNS = ['pointerdown', 'touchstart', 'keydown'] as const;

/**
 * The longest wait for pictures, in milliseconds. Without a limit, a picture that never loads would hold up the app.
 */
const PICTURES_MS = 10_000;

/**
 * Resolves once the page and its pictures are painted, or at the first input. Resolves immediately if the address
 * points to a part of the page, such as the booking form.
 */
const whenPainted = () =>
  new Promise<void>((resolve) => {
    const soon = () => setTimeout(resolve, 50);
    if (document.readyState === 'complete' || location.hash !== '') soon();
    else addEventListener('load', soon);
    setTimeout(resolve, PICTURES_MS);
    for (const sign of SIGNS) addEventListener(sign, () => resolve(), { passive: true, once: true, capture: true });
  });

/** Preloads the code of the app and the page in parallel. Imports alone would load one file after another. */
function preload(files: readonly string[]): void {
  const links = files.map((href) =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
  );
  document.head.append(...links);
}

// A page rendered at build runs this script before its HTML is parsed, because it doesn't wait for the styles
// (scripts/build/page-html.ts).
if (document.readyState === 'loading')
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));

// A built page is readable and its links work before the app starts. Its visible content therefore loads first.
if (isRenderedHere()) {
  setTimeout(() => document.documentElement.classList.remove('form-first'), PICTURES_MS);
  const { files = [], formFiles = [] } = readSnapshot() ?? {};
  // Saves a wait for people whose link leads to the booking form: the form's code loads together with the page's.
  const preloadForm = () => location.hash === '#book' && preload(formFiles);
  addEventListener('hashchange', preloadForm, { once: true });
  await whenPainted();
  preload(files);
  preloadForm();
} else preload(filesOfPage(location.pathname));

/**
 * Loads the app. If that fails, the built page stays readable, and loading is retried after 5 seconds or when the
 * browser is back online.
 */
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
