/**
 * The Supabase client, loaded at the first request: a page that was rendered at build is there and works before it. Requests to
 * tables and functions of the database go through `run`, calls of edge functions through `invokeFunction`.
 */
export const supabase = () => import('./client.ts').then((module) => module.supabase);
