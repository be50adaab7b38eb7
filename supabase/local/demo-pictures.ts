import { readFile } from 'node:fs/promises';
import { StorageFiles } from '@territorio/local-supabase/storage/files';
import type { Sql } from 'postgres';
import { missingPictures, ONE_YEAR } from '../seed/pictures.ts';

/**
 * Stores missing demo pictures: first the files, then all rows in one statement. Seven hundred uploads through the
 * API would give the same result, but took a quarter of the first start.
 */
export async function storeDemoPictures(sql: Sql, storageDir: string): Promise<void> {
  const files = new StorageFiles(storageDir);
  const rows: { bucket: string; name: string; metadata: object }[] = [];
  for (const { bucket, name, file, contentType } of await missingPictures(sql)) {
    const bytes = await readFile(file);
    const metadata = await files.uploadObject(bucket, name, undefined, bytes, contentType, `max-age=${ONE_YEAR}`);
    rows.push({ bucket, name, metadata });
  }
  await sql`
    insert into storage.objects (bucket_id, name, metadata, version)
    select r.bucket, r.name, r.metadata, gen_random_uuid()
      from jsonb_to_recordset(${sql.json(rows as never)}) as r (bucket text, name text, metadata jsonb)
    on conflict do nothing`;
}
