import type { Prepared } from './variants.ts';

/** Prepares a picture in a worker, so that the page stays responsive. Runs in the page if workers have no canvas. */
export async function prepare(file: Blob, signal: AbortSignal): Promise<Prepared> {
  const made = typeof Worker === 'undefined' ? null : await inWorker(file, signal);
  if (made) return made;
  signal.throwIfAborted();
  const { prepareImage } = await import('./variants.ts');
  return prepareImage(file);
}

function inWorker(file: Blob, signal: AbortSignal): Promise<Prepared | null> {
  const worker = new Worker(new URL('./variants.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Prepared | null>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<Prepared | null>) => resolve(event.data);
    worker.onerror = () => resolve(null);
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), { once: true });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
