import { plainText } from '@/lib/format/plain-text';

/** The territories whose name or description holds the text. */
export function searchTerritories<T extends { name: string; description: string; summary: string | null }>(
  all: readonly T[],
  text: string,
): T[] {
  const wanted = plainText(text.trim());
  return all.filter((t) => plainText(`${t.name}\n${t.summary ?? ''}\n${t.description}`).includes(wanted));
}
