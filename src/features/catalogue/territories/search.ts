import { plainText } from '@/lib/format/plain-text';

/**
 * Territories matching a text. `found`: the ids from the database, in order; until they arrive, or offline, those whose
 * name or description contains the text.
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
