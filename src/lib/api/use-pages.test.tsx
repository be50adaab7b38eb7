import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { describe, expect, it } from 'vitest';
import { usePages } from './use-pages.ts';

interface Asked {
  page: number;
  answer: (last: boolean) => void;
  fail: () => void;
}

function List({ asked }: { asked: Asked[] }) {
  const query = usePages({
    queryKey: ['list'],
    // Because the signal is read, the library cancels a request that another one replaces.
    queryFn: ({ pageParam, signal }) =>
      new Promise<{ rows: number[]; next: number | undefined }>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
        asked.push({
          page: pageParam,
          answer: (last) => resolve({ rows: [pageParam], next: last ? undefined : pageParam + 1 }),
          fail: () => reject(new Error('refused')),
        });
      }),
    initialPageParam: 1,
    getNextPageParam: (page) => page.next,
  });
  const { rows, loadMore, loadingMore } = query;
  return (
    <>
      <p>{rows?.join(' ')}</p>
      <button type="button" onClick={loadMore}>
        {loadingMore ? 'Loading' : 'More'}
      </button>
    </>
  );
}

/** A list whose server responds when the test allows it. */
function setup() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked: Asked[] = [];
  renderApp(<List asked={asked} />, { client });
  async function answer(page: number, last = false) {
    await waitFor(() => expect(asked.at(-1)?.page).toBe(page));
    await act(async () => asked.at(-1)?.answer(last));
  }
  return { client, asked, answer };
}

describe('usePages', () => {
  it('still loads the requested page when the loaded ones are refreshed', async () => {
    const { client, answer, asked } = setup();
    await answer(1);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    act(() => void client.invalidateQueries({ queryKey: ['list'] }));
    await waitFor(() => expect(asked).toHaveLength(3));
    await answer(1);
    await answer(2, true);
    expect(await screen.findByText('1 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'More' })).toBeVisible();
  });

  it('stops at a page that fails, and requests it again on the next click', async () => {
    const { answer, asked } = setup();
    await answer(1);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    await act(async () => asked.at(-1)?.fail());
    expect(await screen.findByRole('button', { name: 'More' })).toBeVisible();
    expect(asked).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await waitFor(() => expect(asked).toHaveLength(3));
    await answer(2, true);
    expect(await screen.findByText('1 2')).toBeVisible();
  });
});
