import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
});

/** Changes the history as React Router does, and reports it in the same task. */
async function followedRouter() {
  const { followRouter } = await import('./overlay-history.ts');
  let tell = () => {};
  const subscribe = (listen: () => void) => {
    tell = listen;
    return () => {};
  };
  stops.push(followRouter({ subscribe }));
  const move = (method: 'pushState' | 'replaceState') => (idx: number, address: string) => {
    window.history[method]({ idx, key: address }, '', address);
    tell();
  };
  return { push: move('pushState'), replace: move('replaceState') };
}

it('leaves no history entry after a reload below a dialog that is not open again', async () => {
  window.history.replaceState({ idx: 3, key: 'list' }, '', '/list');
  window.history.pushState({ idx: 3, key: 'list', overlays: 1 }, '');
  await import('./overlay-history.ts');
  await waitFor(() => expect(window.history.state).toEqual({ idx: 3, key: 'list' }));
});

it('keeps the address for a link to a part of the first page, and reaches the router', async () => {
  const router = await followedRouter();
  router.replace(0, '/region');
  const moved = vi.fn();
  window.addEventListener('popstate', moved, { once: true });
  window.location.hash = '#experiences';
  await waitFor(() => expect(moved).toHaveBeenCalledOnce());
  expect(window.location.href).toMatch(/\/region#experiences$/);
});

// Browsers count a step from the entry that is current when the step runs, or from the one when it was requested.
it.each([
  ['from where it was asked for', 'dialog'],
  ['from the new page', 'page'],
])(
  'keeps a page that opens while the entry of a closed dialog is removed, with a step counted %s',
  async (_, counted) => {
    const { addOverlay } = await import('./overlay-history.ts');
    const router = await followedRouter();
    router.replace(5, '/form');
    const close = addOverlay(() => {});
    await waitFor(() => expect(window.history.state.overlays).toBe(1));
    const go = window.history.go.bind(window.history);
    const stepped = vi.spyOn(window.history, 'go').mockImplementationOnce((by) => {
      router.push(6, '/list');
      go(counted === 'page' ? by : (by ?? 0) - 1);
    });
    close();
    await waitFor(() => expect(stepped.mock.calls.length).toBeGreaterThan(1));
    await waitFor(() => expect(window.history.state).toEqual({ idx: 6, key: '/list' }));
    expect(window.location.pathname).toBe('/list');
  },
);
