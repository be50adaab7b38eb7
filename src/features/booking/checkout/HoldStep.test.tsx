import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aHold, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { clockText, secondsLeft } from '@/lib/hooks/use-seconds-left';
import { HoldStep } from './HoldStep';

vi.mock('@/lib/api/supabase', () => ({ supabase: async () => ({}) }));

it('says that the price is another one, and goes on only when that is agreed to', async () => {
  const send = vi.fn();
  const onEdit = vi.fn();
  const expiresAt = new Date(Date.now() + 900_000).toISOString();
  renderApp(
    <HoldStep
      state={{ step: 'agreeing', hold: aHold({ paymentMethod: 'cash', expiresAt }) }}
      service={aService()}
      send={send}
      onEdit={onEdit}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Please check the price' })).toBeVisible();
  expect(
    screen.getByText(
      'The price is not the one you saw when you filled in the form. Your seats are held at this price:',
    ),
  ).toBeVisible();
  expect(screen.getAllByText('Q770.00').at(-1)).toBeVisible();
  expect(send).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Book and pay in cash' }));
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'agree' });
  await userEvent.click(screen.getByRole('button', { name: 'Change details' }));
  expect(onEdit).toHaveBeenCalledOnce();
});

it('counts a hold down to zero and not below', () => {
  const end = '2026-10-14T12:15:00Z';
  expect(secondsLeft(end, Date.parse('2026-10-14T12:00:00Z'))).toBe(900);
  expect(secondsLeft(end, Date.parse('2026-10-14T12:15:01Z'))).toBe(0);
  expect([900, 61, 9].map(clockText)).toEqual(['15:00', '1:01', '0:09']);
});

it('says when no seats are kept while one pays, and counts nothing down', () => {
  renderApp(
    <HoldStep
      state={{ step: 'agreeing', hold: aHold({ keepsSeats: false }) }}
      service={aService()}
      send={vi.fn()}
      onEdit={vi.fn()}
    />,
  );
  expect(screen.getByText('No seats are kept on this departure while you pay')).toBeVisible();
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
});

it.each([
  ['offline', true],
  ['processing', true],
  ['unknown', false],
] as const)('of a payment that is %s says whether one may leave', (trouble, safe) => {
  renderApp(
    <HoldStep
      state={{ step: 'confirming', hold: aHold(), intent: null, attempt: 1, trouble }}
      service={aService()}
      send={vi.fn()}
      onEdit={vi.fn()}
    />,
  );
  expect(screen.queryAllByText(/^It is safe to leave this page\./)).toHaveLength(safe ? 1 : 0);
  expect(screen.queryAllByText(/^We do not know yet whether your payment went through\./)).toHaveLength(safe ? 0 : 1);
});
