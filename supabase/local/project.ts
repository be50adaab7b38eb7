import { fileURLToPath } from 'node:url';

/** The folder of this checkout, with `supabase/`. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
