import { render, screen } from '@testing-library/react';
import { aTerritoryBooking } from '@tests/support/factories';
import { expect, it } from 'vitest';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { transactionColumns } from './columns';

/** What can be chosen for the payout of the operator's share. */
function offered(row: TerritoryBooking): string[] {
  const columns = transactionColumns({
    currency: { code: 'GTQ', symbol: 'Q' },
    savingOf: () => undefined,
    onPayout: () => undefined,
  });
  const { unmount } = render(<p>{columns.find(({ id }) => id === 'operator')?.cell(row)}</p>);
  const options = screen.getAllByRole('option').map((option) => option.textContent ?? '');
  unmount();
  return options;
}

it('offers to pay a share out only while something of it is owed', () => {
  const open = { operator_status: 'pending' as const };
  expect(offered(aTerritoryBooking(open))).toEqual(['Pending', 'Paid', 'Cancelled']);
  // Not sold yet, and all given back.
  for (const operator_amount of [null, 0])
    expect(offered(aTerritoryBooking({ ...open, operator_amount }))).toEqual(['Pending', 'Cancelled']);
  // Paid out before it was given back: that is what it reads.
  expect(offered(aTerritoryBooking({ operator_status: 'paid', operator_amount: 0 }))).toContain('Paid');
});
