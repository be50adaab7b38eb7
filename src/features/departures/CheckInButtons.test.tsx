import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { CheckInButtons } from './CheckInButtons';

const show = (canMiss = true) => {
  const mutate = vi.fn();
  const checkIn = { isPending: false, variables: undefined, error: null, mutate };
  return { mutate, ...renderApp(<CheckInButtons name="Ana Cruz" canMiss={canMiss} checkIn={checkIn} />) };
};

it('asks once before a no-show, and the question goes with the answer', async () => {
  const { user, mutate } = show();
  await user.click(screen.getByRole('button', { name: 'No Show: Ana Cruz' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, mark as no show' }));
  expect(mutate.mock.calls).toEqual([['no_show']]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('marks nobody when one goes back', async () => {
  const { user, mutate } = show();
  await user.click(screen.getByRole('button', { name: 'No Show: Ana Cruz' }));
  await user.click(await screen.findByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(mutate).not.toHaveBeenCalled();
});

it('offers no no-show before the departure', () => {
  show(false);
  expect(screen.getByRole('button', { name: 'Check In: Ana Cruz' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^No Show/ })).toBeNull();
});
