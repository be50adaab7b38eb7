/** Beside the queries, as a page that is read from its HTML looks up what that knew before it loads what asks. */
export const territoryKeys = {
  all: ['territories'] as const,
  list: () => [...territoryKeys.all, 'list'] as const,
  others: (count: number) => [...territoryKeys.all, 'others', count] as const,
  one: (id: string) => [...territoryKeys.all, id] as const,
};
