import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { ExportButton } from './ExportButton.tsx';

it('returns button and focus after a stopped or failed export', async () => {
  const onFailure = vi.fn();
  const collect = vi.fn((signal: AbortSignal) => {
    return new Promise<Blob>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  renderApp(<ExportButton fileName="a.csv" collect={collect} onFailure={onFailure} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel export' })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export to CSV' })).toHaveFocus());
  expect(onFailure).not.toHaveBeenCalled();

  collect.mockRejectedValueOnce(new Error('Failed to load data'));
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('Failed to load data')));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export to CSV' })).toHaveFocus());
});
