import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import type * as queries from './queries';
import { useServiceActions } from './use-service-actions';

const duplicateService = vi.hoisted(() => vi.fn());
vi.mock('./queries', async (original) => ({ ...(await original<typeof queries>()), duplicateService }));
const status = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };

function Row() {
  const { actions } = useServiceActions({
    kind: 'experience',
    territoryId: 'rio',
    publicKey: ['public'],
    remove: async () => undefined,
    editPath: (id) => `/edit/${id}`,
    type: 'Service',
    deleted: 'Deleted',
    status,
  });
  const act = actions({ id: 's1', title: 'Canyon', visible: true }).find(({ short }) => short === 'Duplicate');
  return (
    <>
      <button type="button" aria-busy={act?.busy} onClick={act?.onSelect}>
        {act?.label}
      </button>
      <output>{useLocation().pathname}</output>
    </>
  );
}

it('opens the copy of a service for editing, and says why if there is none', async () => {
  const { user } = renderApp(<Row />);
  const failed = new Error('No connection');
  duplicateService.mockRejectedValueOnce(failed).mockResolvedValue(undefined);
  await user.click(screen.getByRole('button', { name: 'Duplicate Canyon' }));
  await waitFor(() => expect(status.failure.mock.calls[0]?.[0]).toBe(failed));
  expect(screen.getByRole('status')).toHaveTextContent(/^\/$/);
  await user.click(screen.getByRole('button', { name: 'Duplicate Canyon' }));
  const copyId = duplicateService.mock.calls[1]?.[1] as string;
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`/edit/${copyId}`));
  expect(duplicateService.mock.calls).toEqual([
    ['s1', copyId],
    ['s1', copyId],
  ]);
});
