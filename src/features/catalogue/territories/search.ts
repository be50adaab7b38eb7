import { plainText } from '@/lib/format/plain-text';

/**
 * Returns the territories that match a text. `found` are the ids from the database in their order. Until they
 * arrive, or offline, matches are those whose name or description contains the text.
 */
export function searchTerritories<T extends { id: string; name: string; description: string; summary: string | null }>(
  all: readonly T[],
  text: string,
  found?: readonly string[],
): T[] {
  if (text.trim() === '') return [...all];
  if (found) return found.flatMap((id) => all.filter((territory) => territory.id === id));
  const wanted = plainText(text.trim());
  return all.filter((t) => plainText(`${t.name}\n${t.summary ?? ''}\n${t.description}`).includes(wanted));
}
