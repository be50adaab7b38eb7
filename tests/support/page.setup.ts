import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';

// How long a test waits for content. A busy machine must not decide whether it passes.
configure({ asyncUtilTimeout: 5000 });

// jsdom's Blob can't be read without a FileReader.
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};

// jsdom has no layout, so there is nothing to scroll.
Element.prototype.scrollIntoView ??= () => undefined;

/** Removes what a test has rendered and stored. */
export function clearPage(): void {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
}
