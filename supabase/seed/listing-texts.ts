import type { Row, Sql } from './rows.ts';

/** A listing as it is written, with English beside its name and Spanish below `es` (see content/types.ts). */
interface Written {
  es: object | null;
  original?: 'es';
  before?: object;
}

/** The column of each text, such as { meeting: 'meeting_point' }. */
type Columns = Readonly<Record<string, string>>;

function textsIn(texts: object | null, columns: Columns): Record<string, string> {
  const given = Object.entries({ ...texts } as Record<string, string | undefined>);
  return Object.fromEntries(given.flatMap(([key, text]) => (columns[key] && text ? [[columns[key], text]] : [])));
}

/** Returns a listing's columns in its own language, and its translation. */
export function listingTexts(listing: Written, columns: Columns): Row {
  const english = textsIn({ ...listing, ...listing.before }, columns);
  const spanish = textsIn(listing.es, columns);
  if (listing.original === 'es') return { ...english, ...spanish, language: 'es', translations: { en: english } };
  return { ...english, language: 'en', translations: listing.es ? { es: spanish } : {} };
}

/** Changes originals after their translation, as a region's team would. */
export async function rewrite(sql: Sql, table: string, id: string, listing: Written, columns: Columns): Promise<void> {
  const before = Object.keys(textsIn(listing.before ?? null, columns));
  if (before.length === 0) return;
  const now = textsIn(listing, columns);
  const changed = Object.fromEntries(before.map((column) => [column, now[column] ?? null]));
  await sql`update ${sql(table)} set ${sql(changed)} where id = ${id}`;
}
