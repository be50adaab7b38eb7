import { screen, waitFor } from '@testing-library/react';
import { aTerritoryBooking } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { shareColumns } from './columns';
import { TransactionLines } from './TransactionLines';

it('shows guest, amount, date and trip on a phone, and the shares once it is opened', async () => {
  const row = aTerritoryBooking({ operator_status: 'pending', operator_amount: 245.7 });
  const currency = { code: 'GTQ', symbol: 'Q' };
  const onPayout = vi.fn();
  const { user } = renderApp(
    <TransactionLines row={row} currency={currency} shares={shareColumns({ currency, onPayout })} />,
  );
  expect(screen.getByText('Oct 14, 2026, Castle')).toBeVisible();
  expect(screen.getByText('Q351.00')).toBeVisible();
  const payout = screen.getByLabelText('Operator: payout of Castle, Ana');
  expect(payout).not.toBeVisible();
  await user.click(screen.getByText('Ana'));
  await waitFor(() => expect(payout).toBeVisible());
  expect(screen.getByText('Q245.70')).toBeVisible();
  await user.selectOptions(payout, 'cancelled');
  expect(onPayout).toHaveBeenCalledWith(row, 'operator', 'cancelled');
});
