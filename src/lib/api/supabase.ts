import { fetchWhenIdle, reloadForChunk } from '@/lib/routing/chunks';

/** With the texts of what the server may refuse (`toAppError`). */
const load = async () => (await Promise.all([import('./client.ts'), import('./to-app-error.ts')]))[0];
// There before the first press: most browsers remember that an import has failed, and never ask again.
fetchWhenIdle(load);

let failed = false;

/**
 * The Supabase client, loaded at the first request: a page that was rendered at build is there and works before it. Requests to
 * tables and functions of the database go through `run`, calls of edge functions through `invokeFunction`. Where it has failed to
 * come once, and does so again with a line, the page is loaded anew, as for any other part of the code.
 */
export const supabase = () =>
  load().then(
    (module) => module.supabase,
    (error: unknown) => {
      if (failed && navigator.onLine) void reloadForChunk();
      failed = true;
      throw error;
    },
  );
