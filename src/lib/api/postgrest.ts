import { PostgrestClient } from '@supabase/postgrest-js';
import { apiUrl, CLIENT_INFO } from '@/lib/env';
import type { Database } from '@/types/database';
import { apiFetch } from './api.ts';

/** The whole client. Retries are the query cache's business. */
export const postgrest = new PostgrestClient<Database>(`${apiUrl}/rest/v1`, {
  headers: CLIENT_INFO,
  fetch: apiFetch,
  retry: false,
});
