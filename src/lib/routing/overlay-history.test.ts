import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

it('after a reload under a dialog that is not open again, Back has no entry of it', async () => {
  window.history.replaceState({ idx: 3, key: 'list' }, '', '/list');
  window.history.pushState({ idx: 3, key: 'list', overlays: 1 }, '');
  await import('./overlay-history.ts');
  await waitFor(() => expect(window.history.state).toEqual({ idx: 3, key: 'list' }));
});
