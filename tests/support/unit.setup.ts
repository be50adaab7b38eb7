import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import '@/lib/i18n/i18n';

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

// A stray console.error, an unmocked request or an unhandled rejection fails the test that caused it (Vitest sees to the last).
let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    complaints.push(args.map(String).join(' '));
  });
  vi.stubGlobal(
    'fetch',
    vi.fn((input: RequestInfo | URL) =>
      Promise.reject(new Error(`Unmocked request: ${input instanceof Request ? input.url : input}`)),
    ),
  );
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  const said = complaints;
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`console.error was called:\n${said.join('\n')}`);
});
