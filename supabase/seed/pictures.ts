import { readFile } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import type postgres from 'postgres';
import WebSocket from 'ws';
import { type DemoPicture, demoPictures } from './media.ts';

export const ONE_YEAR = 31_536_000;
const AT_ONCE = 8;

/** Returns the demo pictures that are missing in storage. */
export async function missingPictures(sql: postgres.Sql): Promise<DemoPicture[]> {
  const stored = await sql<{ key: string }[]>`
    select bucket_id || '/' || name as key from storage.objects where bucket_id in ('media', 'passports')`;
  const known = new Set(stored.map(({ key }) => key));
  return (await demoPictures()).filter(({ bucket, name }) => !known.has(`${bucket}/${name}`));
}

/** Uploads missing demo pictures to a project. `secretKey` may write into every bucket. */
export async function uploadPictures(
  sql: postgres.Sql,
  api: { url: string; secretKey: string },
  onStep: (step: string) => void,
): Promise<void> {
  const waiting = await missingPictures(sql);
  if (waiting.length === 0) return;
  onStep(`Storing ${waiting.length} pictures`);
  const client = createClient(api.url, api.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket, which supabase-js needs even when unused.
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
  const uploadAll = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { bucket, name, file, contentType } = next;
      const { error } = await client.storage
        .from(bucket)
        .upload(name, await readFile(file), { contentType, cacheControl: String(ONE_YEAR), upsert: true });
      if (error) throw new Error(`The picture ${name} could not be stored: ${error.message}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, uploadAll));
}
