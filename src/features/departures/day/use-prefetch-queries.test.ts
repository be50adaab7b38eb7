import { renderAppHook } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { usePrefetchQueries } from './use-prefetch-queries.ts';

it('loads the lists of the day as soon as the departures are known, one after the other, six at most', async () => {
  const asked: number[] = [];
  const lists = Array.from({ length: 8 }, (_, n) => ({
    queryKey: ['guests', n],
    queryFn: async () => {
      asked.push(n);
      return [n];
    },
  }));
  renderAppHook(() => usePrefetchQueries(lists));
  expect(asked).toEqual([0]);
  await vi.waitFor(() => expect(asked).toEqual([0, 1, 2, 3, 4, 5]));
});

it('preloads nothing while offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const queryFn = vi.fn();
  renderAppHook(() => usePrefetchQueries([{ queryKey: ['guests'], queryFn }]));
  expect(queryFn).not.toHaveBeenCalled();
});
