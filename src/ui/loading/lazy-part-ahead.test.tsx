import { act, screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { startIdleFetching } from '@/lib/routing/chunks';
import { lazyPart } from './lazy-part.tsx';

// Loading in advance can't be stopped again, so this test has its own file.
it('renders a part in the same step if its code was loaded in advance', async () => {
  const load = vi.fn(async () => ({ default: () => <p>Here</p> }));
  const Part = lazyPart(load, { fallback: <p>Waiting</p> });
  startIdleFetching();
  window.dispatchEvent(new Event('pointerdown'));
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  await act(() => load.mock.results[0]?.value);
  renderApp(<Part />);
  expect(screen.getByText('Here')).toBeVisible();
});
