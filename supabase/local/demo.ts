import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import WebSocket from 'ws';
import { seed } from '../seed/index.ts';
import { mediaObjects, seedMedia } from '../seed/media.ts';
import type { StackConfig } from './config.ts';
import { importDemoPayments } from './demo-payments.ts';

const ONE_YEAR = '31536000';

/** Fills an empty database, and storage and the Stripe emulator as far as they miss its art and its payments. Leaves everything else. */
export async function seedDemoData(
  config: StackConfig,
  databaseUrl: string,
  onStep?: (step: string) => void,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql`select not exists (select from public.territories) as empty`;
    if (row?.empty) {
      onStep?.('Writing demo data');
      await seed(databaseUrl);
    }
    await importDemoPayments(sql, config.urls.stripe);
    const stored = await sql<{ name: string }[]>`select name from storage.objects where bucket_id = 'media'`;
    const known = new Set(stored.map((object) => object.name));
    const missing = (await mediaObjects()).filter((object) => !known.has(object.name));
    if (missing.length === 0) return;
    onStep?.(`Storing ${missing.length} pictures`);
    await seedMedia({ upload: uploader(config, known) });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function uploader({ urls, keys }: StackConfig, known: Set<string>) {
  const client = createClient(urls.api, keys.secret, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own, and supabase-js asks for one even when it is not used.
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
  return async (bucket: string, name: string, body: Uint8Array, contentType: string): Promise<void> => {
    if (known.has(name)) return;
    const { error } = await client.storage
      .from(bucket)
      .upload(name, body, { contentType, cacheControl: ONE_YEAR, upsert: true });
    if (error) throw new Error(`The picture ${name} could not be stored: ${error.message}`);
  };
}
