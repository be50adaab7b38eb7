import { join } from 'node:path';
import postgres from 'postgres';
import { seed } from '../seed/index.ts';
import type { StackConfig } from './config.ts';
import { importDemoPayments } from './demo-payments.ts';
import { storeDemoPictures } from './demo-pictures.ts';

/**
 * Fills an empty database, and adds missing pictures and payments to storage and the Stripe emulator. Changes nothing
 * else.
 */
export async function seedDemoData(
  config: StackConfig,
  databaseUrl: string,
  onStep?: (step: string) => void,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql`select not exists (select from public.territories) as empty`;
    if (row?.empty) onStep?.('Writing demo data');
    // Both run in parallel, because rows use the database and pictures the disk.
    await Promise.all([row?.empty && seed(databaseUrl), storeDemoPictures(sql, join(config.dataDir, 'storage'))]);
    await importDemoPayments(sql, config.urls.stripe, config.keys.stripeSecret);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
