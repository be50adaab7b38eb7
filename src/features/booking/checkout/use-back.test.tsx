import { act, render } from '@testing-library/react';
import { aHold } from '@tests/support/factories';
import { useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { type CheckoutState, initialState } from './machine';
import { useBackToForm } from './use-back';

const card: CheckoutState = { step: 'agreeing', hold: aHold() };
const MARKED = { pathname: '/experiences/1', state: { 'checkout-held': true, from: 'list' } };

let setState: (state: CheckoutState) => void = () => undefined;
function Probe({ first, onEdit }: { first: CheckoutState; onEdit: () => void }) {
  const [state, set] = useState(first);
  useEffect(() => {
    setState = set;
  }, []);
  useBackToForm(state, () => onEdit());
  return null;
}

/** Waits until the browser has changed its history, which happens asynchronously. */
const settle = () => act(() => new Promise((done) => setTimeout(done)));

async function start(first: CheckoutState, entries: Parameters<typeof createMemoryRouter>[1] = {}) {
  const onEdit = vi.fn();
  const router = createMemoryRouter([{ path: '*', element: <Probe first={first} onEdit={onEdit} /> }], {
    initialEntries: ['/', '/experiences/1'],
    ...entries,
  });
  render(<RouterProvider router={router} />);
  await settle();
  const show = async (state: CheckoutState) => {
    act(() => setState(state));
    await settle();
  };
  const back = async () => {
    await act(() => router.navigate(-1));
    await settle();
  };
  return { router, onEdit, show, back };
}

it('returns to the details from a hold that waits, and leaves the page only from there', async () => {
  const { router, onEdit, show, back } = await start(initialState);
  await show(card);
  await back();
  expect(onEdit).toHaveBeenCalledOnce();
  expect(router.state.location.pathname).toBe('/experiences/1');
  await show(initialState);
  await back();
  expect(router.state.location.pathname).toBe('/');
});

it.each([initialState, { step: 'expired' } as const])(
  'removes its history entry when the step is left another way: $step',
  async (left) => {
    const { router, onEdit, show, back } = await start(initialState);
    await show(card);
    await show(left);
    await show({ ...left });
    expect(onEdit).not.toHaveBeenCalled();
    expect(router.state.location).toMatchObject({ pathname: '/experiences/1', state: null });
    await back();
    expect(router.state.location.pathname).toBe('/');
  },
);

it('removes only its mark after a reload, and keeps the rest of the state', async () => {
  const { router } = await start(initialState, { initialEntries: ['/', '/experiences/1', MARKED] });
  expect(router.state.location).toMatchObject({ pathname: '/experiences/1', state: { from: 'list' } });
});

it('does nothing while a payment is in progress', async () => {
  const { onEdit, show, back } = await start(initialState);
  await show(card);
  await show({ step: 'confirming', hold: aHold(), intent: null, attempt: 0, trouble: null });
  await back();
  await show(card);
  expect(onEdit).not.toHaveBeenCalled();
});
