import { prepareImage } from './variants.ts';

/** Each message has one photo. The response has its variants, or null if it can't be drawn here. */
self.onmessage = (event: MessageEvent<Blob>) => {
  prepareImage(event.data).then(
    (prepared) => self.postMessage(prepared),
    () => self.postMessage(null),
  );
};
