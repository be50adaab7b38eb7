import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// A worker loads each package once. Modules of our own are loaded again for each file: they have its mocks, and nothing that an earlier file
// left in them.
vi.resetModules();
await import('@/lib/i18n/i18n');

// A file that begins with `@vitest-environment node` has no page, and does not load what belongs to one.
const page = typeof document === 'undefined' ? null : await import('./page.setup.ts');

// A client refreshes the session in the page's storage until it is stopped: one left by an earlier file would sign out a later one.
const clients = vi.hoisted(() => new Set<{ auth: { stopAutoRefresh(): Promise<void> } }>());
vi.mock('@supabase/supabase-js', async (original) => {
  const supabase = await original<typeof import('@supabase/supabase-js')>();
  const createClient = (...options: Parameters<typeof supabase.createClient>) => {
    const client = supabase.createClient(...options);
    clients.add(client);
    return client;
  };
  return { ...supabase, createClient };
});
afterAll(async () => {
  for (const { auth } of clients) await auth.stopAutoRefresh();
  clients.clear();
});

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
  page?.clearPage();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  const said = complaints;
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`console.error was called:\n${said.join('\n')}`);
});
