import { prepareImage } from './variants.ts';

/** One photo per message; the answer is its variants, or null if it can't be drawn here. */
self.onmessage = (event: MessageEvent<Blob>) => {
  prepareImage(event.data).then(
    (prepared) => self.postMessage(prepared),
    () => self.postMessage(null),
  );
};
