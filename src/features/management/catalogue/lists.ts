/** Several ids in one text, as a form and its draft keep them. */
export const joined = (ids: readonly string[]): string => ids.join(',');

export const idsOf = (text: string | undefined): string[] => [...new Set((text ?? '').split(',').filter(Boolean))];

/** The same list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
