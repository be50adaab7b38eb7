const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the entries that contain the text, ignoring accents and case. An empty search returns all. */
export function findBy<P>(
  passengers: readonly P[],
  search: string,
  textsOf: (one: P) => (string | null | undefined)[],
): P[] {
  const wanted = folded(search.trim());
  if (!wanted) return [...passengers];
  return passengers.filter((one) => folded(textsOf(one).filter(Boolean).join(' ')).includes(wanted));
}
