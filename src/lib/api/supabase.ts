import { fetchWhenIdle, reloadForChunk } from '@/lib/routing/chunks';

/** Includes the texts of refusals (`toAppError`). */
const load = async () => (await Promise.all([import('./client.ts'), import('./to-app-error.ts')]))[0];
// Created before the first tap, as most browsers remember a failed import and never retry it.
fetchWhenIdle(load);

let failed = false;

/**
 * The Supabase client, loaded at the first request, as a page rendered at build works before it. Requests to the
 * database go through `run`, edge functions through `invokeFunction`. If loading fails again while online, the page is
 * reloaded, as for any other chunk.
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
