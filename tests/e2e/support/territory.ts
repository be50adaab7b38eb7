import { randomUUID } from 'node:crypto';
import { sql } from './fixtures.ts';

export type Territory = { id: string; name: string };

/** Creates a separate territory, so that no other journey writes on its board or adds to its lists. */
export async function newTerritory(name: string): Promise<Territory> {
  const words = name.toLowerCase().match(/[a-z]+/g) ?? [];
  const id = [...words, randomUUID().slice(0, 8)].join('-');
  await sql`
    insert into public.territories (id, name, description, country, currency_code, currency_symbol, visible, image_urls, video_urls)
    select ${id}, ${name}, 'A quiet valley.', 'GT', 'GTQ', 'Q', true, image_urls, '{}' from public.territories where id = 'rio-dulce'`;
  return { id, name };
}
