import { plainText } from '@/lib/format/plain-text';

/**
 * The territories that a text finds. `found`: the ids that the database answers, in their order; until they are there, or without a signal, those
 * whose name or description holds the text as it is typed.
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
