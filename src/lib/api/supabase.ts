import { fetchWhenIdle, reloadForChunk } from '@/lib/routing/chunks';

/** Loads the client together with the texts of refusals (`toAppError`). */
const load = async () => (await Promise.all([import('./client.ts'), import('./to-app-error.ts')]))[0];
// The code is fetched before the first tap, because most browsers remember a failed import and never retry it.
fetchWhenIdle(load);

let failed = false;

/**
 * Returns the Supabase client. It loads at the first request, because a page rendered at build works before that.
 * Requests to the database go through `run`, and edge functions through `invokeFunction`. If loading fails again
 * while online, the page reloads, as for any other chunk.
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
