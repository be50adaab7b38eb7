const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Those containing the text, ignoring accents and case. All for an empty search. */
export function findBy<P>(
  passengers: readonly P[],
  search: string,
  textsOf: (one: P) => (string | null | undefined)[],
): P[] {
  const wanted = folded(search.trim());
  if (!wanted) return [...passengers];
  return passengers.filter((one) => folded(textsOf(one).filter(Boolean).join(' ')).includes(wanted));
}
