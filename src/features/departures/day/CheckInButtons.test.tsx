import { act, screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { CheckInButtons, CheckInFailure } from './CheckInButtons';

const DUE = { amount: 440, text: 'Q440.00' };
const show = (canMiss = true, due: typeof DUE | null = null, canUndo = false, open = true) => {
  const mutate = vi.fn();
  const checkIn = { isPending: false, variables: undefined, error: null, mutate };
  return {
    mutate,
    ...renderApp(
      <CheckInButtons name="Ana Cruz" open={open} canMiss={canMiss} due={due} canUndo={canUndo} checkIn={checkIn} />,
    ),
  };
};

it('asks once before a no-show, and closes the question with the answer', async () => {
  const { user, mutate } = show();
  await user.click(screen.getByRole('button', { name: 'No Show: Ana Cruz' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, mark as no show' }));
  expect(mutate.mock.calls).toEqual([[{ action: 'no_show' }]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('sets nobody to no-show after going back', async () => {
  const { user, mutate } = show();
  await user.click(screen.getByRole('button', { name: 'No Show: Ana Cruz' }));
  await user.click(await screen.findByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(mutate).not.toHaveBeenCalled();
});

it('offers no no-show before the departure', () => {
  show(false);
  expect(screen.queryByRole('button', { name: /^No Show/ })).toBeNull();
});

it('records cash and arrival separately: with the money, or without it', async () => {
  const { user, mutate } = show(false, DUE);
  await user.click(screen.getByRole('button', { name: 'Check in, Q440.00 received: Ana Cruz' }));
  await user.click(screen.getByRole('button', { name: 'Check in, not paid: Ana Cruz' }));
  expect(mutate.mock.calls).toEqual([[{ action: 'checked_in', cash: 440 }], [{ action: 'checked_in' }]]);
});

it('shows whose cash comes after the arrival', async () => {
  const { user, mutate } = show(false, DUE, false, false);
  await user.click(screen.getByRole('button', { name: 'Q440.00 received: Ana Cruz' }));
  expect(mutate.mock.calls).toEqual([[{ action: 'cash', cash: 440 }]]);
});

it('undoes a recent arrival', async () => {
  const { user, mutate } = show(false, null, true);
  await user.click(screen.getByRole('button', { name: 'Undo: Ana Cruz' }));
  expect(mutate.mock.calls).toEqual([[{ action: 'undo' }]]);
});

it('shows the reason after too many undos', () => {
  const error = new AppError('rate_limited_day', 'Failed to undo the check-in', {
    detail: 'Too many requests. Try again tomorrow.',
  });
  const checkIn = { isPending: false, variables: { action: 'undo' } as const, error, mutate: vi.fn() };
  renderApp(<CheckInFailure checkIn={checkIn} waits={false} timeZone="America/Guatemala" />);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Failed to undo the check-in. Too many requests. Try again tomorrow.',
  );
});

it('reports after a connection failure that the connection is back', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const error = new AppError('offline', 'Failed to check in', {
    detail: "You're offline. Check your connection and try again.",
  });
  const variables = { action: 'checked_in' } as const;
  renderApp(
    <CheckInFailure
      checkIn={{ isPending: false, variables, error, mutate: vi.fn() }}
      waits
      timeZone="America/Guatemala"
    />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent("Failed to check in. You're offline.");
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.getByRole('alert')).toHaveTextContent("Failed to check in. You're back online. Please try again.");
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  online.mockRestore();
});

const FOUR = { status: 'paid', check_in_status: 'pending', num_people: 4 };
const choose = (party: object, due: typeof DUE | null = null, names: string[] = []) => {
  const mutate = vi.fn();
  const checkIn = { isPending: false, variables: undefined, error: null, mutate };
  const shown = renderApp(
    <CheckInButtons
      name="Ana Cruz"
      open
      canMiss={false}
      due={due}
      canUndo={false}
      party={{ ...FOUR, ...party }}
      names={names}
      checkIn={checkIn}
    />,
  );
  return { mutate, ...shown };
};

it('checks in three of a booking of four, and one later', async () => {
  const { user, mutate } = choose({}, null, ['Ana', '', 'Luz']);
  await user.click(screen.getByRole('button', { name: 'Only some of them: Ana Cruz' }));
  for (const name of ['Ana', 'Luz', 'Passenger 4']) {
    await user.click(await screen.findByRole('checkbox', { name }));
  }
  await user.click(screen.getByRole('button', { name: 'Check in 3 people' }));
  expect(mutate.mock.calls).toEqual([[{ action: 'checked_in', passengers: [1, 3, 4], cash: undefined }]]);
});

it('names only people still expected, and the cash with them', async () => {
  const { user, mutate } = choose({ check_in_status: 'checked_in', status: 'checked_in', arrived: [1, 2] }, DUE);
  await user.click(screen.getByRole('button', { name: 'Only some of them: Ana Cruz' }));
  expect(await screen.findAllByRole('checkbox')).toHaveLength(2);
  await user.click(screen.getByRole('checkbox', { name: 'Passenger 4' }));
  await user.click(screen.getByRole('button', { name: 'Check in 1 person, Q440.00 received' }));
  expect(mutate.mock.calls).toEqual([[{ action: 'checked_in', passengers: [4], cash: 440 }]]);
});

it('opens without a selection, and then checks in nobody', async () => {
  const { user } = choose({ num_people: 2 });
  await user.click(screen.getByRole('button', { name: 'Only some of them: Ana Cruz' }));
  for (const box of await screen.findAllByRole('checkbox')) expect(box).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Check in 0 people' })).toHaveProperty('disabled', true);
});
