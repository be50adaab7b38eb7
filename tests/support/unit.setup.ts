import { afterEach, beforeEach, vi } from 'vitest';
import '@/lib/i18n/i18n';

// A file that begins with `@vitest-environment node` has no page, and doesn't load what belongs to one.
const page = typeof document === 'undefined' ? null : await import('./page.setup.ts');

// A stray console.error, unmocked request or unhandled rejection fails the test that caused it. Vitest handles the
// last one.
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
  page?.clearPage();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  const said = complaints;
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`console.error was called:\n${said.join('\n')}`);
});
