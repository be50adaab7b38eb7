import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

it('after a reload under a dialog that is not open again, Back has no entry of it', async () => {
  window.history.replaceState({ idx: 3, key: 'list' }, '', '/list');
  window.history.pushState({ idx: 3, key: 'list', overlays: 1 }, '');
  await import('./overlay-history.ts');
  await waitFor(() => expect(window.history.state).toEqual({ idx: 3, key: 'list' }));
});

it('a link to a part of the first page keeps the address, and reaches the router', async () => {
  const { followNavigation } = await import('./overlay-history.ts');
  window.history.replaceState({ idx: 0, key: 'first' }, '', '/region');
  followNavigation();
  const moved = vi.fn();
  window.addEventListener('popstate', moved, { once: true });
  window.location.hash = '#experiences';
  await waitFor(() => expect(moved).toHaveBeenCalledOnce());
  expect(window.location.href).toMatch(/\/region#experiences$/);
});
