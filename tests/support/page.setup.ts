import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';

// How long a test waits for what shall appear: a busy machine must not decide whether it passes.
configure({ asyncUtilTimeout: 5000 });

// jsdom's Blob can not be read without a FileReader.
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};

// jsdom lays nothing out, so it has nothing to scroll.
Element.prototype.scrollIntoView ??= () => undefined;

/** Takes away what a test has drawn and stored. */
export function clearPage(): void {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
}
