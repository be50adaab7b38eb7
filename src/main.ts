import './styles/index.css';
import { shouldReload } from './lib/routing/chunks.ts';
import { isRenderedHere, readSnapshot } from './lib/routing/snapshot.ts';

/** Of somebody who wants more than to read. */
const SIGNS = ['pointerdown', 'touchstart', 'keydown'] as const;

/** So long the app waits for pictures at most: one that never comes must not keep it away. */
const PICTURES_MS = 10_000;

/**
 * When the page with its pictures is there and painted, or at the first sign of somebody: also of one whom the address leads to a part of
 * the page, such as the booking form.
 */
const whenPainted = () =>
  new Promise<void>((resolve) => {
    const soon = () => setTimeout(resolve, 50);
    if (document.readyState === 'complete' || location.hash !== '') soon();
    else addEventListener('load', soon);
    setTimeout(resolve, PICTURES_MS);
    for (const sign of SIGNS) addEventListener(sign, () => resolve(), { passive: true, once: true, capture: true });
  });

/** Asks for the code of the app and of its page at once, not file after file as they name each other. */
function preload(files: readonly string[]): void {
  const links = files.map((href) =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
  );
  document.head.append(...links);
}

// A page that the build rendered can be read and followed before the app is there, so what one sees of it goes first.
if (isRenderedHere()) {
  await whenPainted();
  const { files = [], formFiles = [] } = readSnapshot() ?? {};
  // A link to the booking form: its code comes along with the page's, not after it has run.
  preload(location.hash === '#book' ? [...files, ...formFiles] : files);
}
/** The app: where the line breaks before it is here, the page can be read, and the app comes when the line does. */
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
