import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  const queries = [[['territories'], ['as built']]];
  document.body.innerHTML = `<script id="snapshot" type="application/json">${JSON.stringify({ path: '/', builtAt: 1, queries, files: [] })}</script>`;
  return () => {
    vi.useRealTimers();
    document.body.innerHTML = '';
  };
});

async function open() {
  const { queryClient, refreshSnapshot } = await import('./query-client.ts');
  const { QueryObserver } = await import('@tanstack/react-query');
  const queryFn = vi.fn(async () => ['newer']);
  const observer = new QueryObserver(queryClient, { queryKey: ['territories'], queryFn });
  const stop = observer.subscribe(() => undefined);
  const shown = () => observer.getCurrentResult().data;
  return { queryFn, shown, stop, refreshSnapshot };
}

it.each([
  ['at the first sign of a person', () => dispatchEvent(new Event('scroll')), 0],
  ['ten seconds after the page has come', () => undefined, 7000],
])('shows the data of the HTML, and requests it again %s, once', async (_, sign, ms) => {
  const { queryFn, shown, stop } = await open();
  await vi.advanceTimersByTimeAsync(3000);
  expect(shown()).toEqual(['as built']);
  expect(queryFn).not.toHaveBeenCalled();
  sign();
  await vi.advanceTimersByTimeAsync(ms);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['newer']);
  dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
  stop();
});

it("requests it again at once if a page can't wait, and not a second time", async () => {
  const { queryFn, shown, stop, refreshSnapshot } = await open();
  refreshSnapshot();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['newer']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
  stop();
});
