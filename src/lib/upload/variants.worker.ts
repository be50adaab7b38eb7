import { prepareImage } from './variants.ts';

/** One photo a message; the answer is what was made of it, or null for one that cannot be drawn here. */
self.onmessage = (event: MessageEvent<Blob>) => {
  prepareImage(event.data).then(
    (prepared) => self.postMessage(prepared),
    () => self.postMessage(null),
  );
};
