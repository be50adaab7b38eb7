import { fileURLToPath } from 'node:url';

/** The folder of this checkout, in which `supabase/` is. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
