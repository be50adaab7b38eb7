import { createClient } from '@supabase/supabase-js';
import type postgres from 'postgres';
import WebSocket from 'ws';
import { mediaObjects, seedMedia } from './media.ts';

const ONE_YEAR = '31536000';

/** Stores the pictures of the demo as far as they are missing. `secretKey` may write into every bucket. */
export async function seedPictures(
  sql: postgres.Sql,
  api: { url: string; secretKey: string },
  onStep?: (step: string) => void,
): Promise<void> {
  const stored = await sql<{ name: string }[]>`select name from storage.objects where bucket_id = 'media'`;
  const known = new Set(stored.map((object) => object.name));
  const missing = (await mediaObjects()).filter((object) => !known.has(object.name));
  if (missing.length === 0) return;
  onStep?.(`Storing ${missing.length} pictures`);
  const client = createClient(api.url, api.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own, and supabase-js asks for one even when it is not used.
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
  await seedMedia({
    upload: async (bucket, name, body, contentType) => {
      if (known.has(name)) return;
      const { error } = await client.storage
        .from(bucket)
        .upload(name, body, { contentType, cacheControl: ONE_YEAR, upsert: true });
      if (error) throw new Error(`The picture ${name} could not be stored: ${error.message}`);
    },
  });
}
