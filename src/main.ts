import './styles/index.css';
import { isRenderedHere, readSnapshot } from './lib/routing/snapshot.ts';

/** Of somebody who wants more than to read. */
const SIGNS = ['pointerdown', 'touchstart', 'keydown'] as const;

/** When the page with its pictures is there and painted, or at the first sign of somebody. */
const whenPainted = () =>
  new Promise<void>((resolve) => {
    const soon = () => setTimeout(resolve, 50);
    if (document.readyState === 'complete') soon();
    else addEventListener('load', soon);
    for (const sign of SIGNS) addEventListener(sign, () => resolve(), { passive: true, once: true, capture: true });
  });

/** With the page's own code on its way beside the app, not after it. */
function preload(href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }));
}

// A page that the build rendered can be read and followed before the app is there, so what one sees of it goes first.
if (isRenderedHere()) {
  await whenPainted();
  readSnapshot()?.files.forEach(preload);
}
const { start } = await import('./app/start.tsx');
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await start(root);
