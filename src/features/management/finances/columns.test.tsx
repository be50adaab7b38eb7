import { screen, within } from '@testing-library/react';
import { aTerritoryBooking } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { transactionColumns } from './columns';
import { PayoutDialog, type PayoutQuestion } from './PayoutDialog';
import * as queries from './queries';

const save = vi.fn<typeof queries.setPayoutStatus>();
const onDone = vi.fn(async () => undefined);
beforeEach(() => {
  vi.spyOn(queries, 'setPayoutStatus').mockImplementation(save);
  save.mockReset().mockResolvedValue();
  onDone.mockClear();
});

type Row = ReturnType<typeof aTerritoryBooking>;
const quetzal = { code: 'GTQ', symbol: 'Q' };

function Share({ row }: { row: Row }) {
  const [question, ask] = useState<PayoutQuestion | null>(null);
  const columns = transactionColumns({
    currency: quetzal,
    onPayout: (booking, party, status) => ask({ row: booking, party, status }),
  });
  return (
    <>
      {columns.find(({ id }) => id === 'operator')?.cell(row)}
      {question && <PayoutDialog question={question} currency={quetzal} onCancel={() => ask(null)} onDone={onDone} />}
    </>
  );
}

const row = aTerritoryBooking({ operator_status: 'pending', operator_amount: 245.7, operator_name: 'Elmer Tun' });

it('does not offer to pay a share, nor to reverse a payment', () => {
  const { unmount } = renderApp(<Share row={row} />);
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Pending', 'Cancelled']);
  unmount();
  renderApp(<Share row={{ ...row, operator_status: 'paid' }} />);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByText('Paid')).toBeVisible();
});

it('asks with the person, the amount and a reason before a share is cancelled', async () => {
  const { user } = renderApp(<Share row={row} />);
  await user.selectOptions(screen.getByRole('combobox'), 'cancelled');
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this payout?' });
  expect(dialog).toHaveAccessibleDescription(
    expect.stringMatching(/^We won't pay Elmer Tun \(Operator\) Q245\.70 for /),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Back' }));
  expect(save).not.toHaveBeenCalled();

  await user.selectOptions(screen.getByRole('combobox'), 'cancelled');
  save.mockRejectedValueOnce(new AppError('server', 'Failed to update the payout. Please try again.'));
  await user.click(await screen.findByRole('button', { name: 'Cancel payout' }));
  expect(await screen.findByText('Please give a reason')).toBeVisible();
  expect(save).not.toHaveBeenCalled();
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  expect(reason).toHaveAccessibleDescription(/^We'll record it on \w+ \d+, \d+ with your name\.|Please give a reason/);
  await fill(user, reason, 'Agreed with Elmer');
  await user.click(screen.getByRole('button', { name: 'Cancel payout' }));
  expect(await screen.findByText('Failed to update the payout. Please try again.')).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel payout' }));
  expect(save).toHaveBeenLastCalledWith(row.id, 'operator', 'cancelled', 'Agreed with Elmer');
  expect(onDone).toHaveBeenCalledOnce();
});

it('asks before a cancelled share can be paid after all', async () => {
  const { user } = renderApp(<Share row={{ ...row, operator_status: 'cancelled' }} />);
  await user.selectOptions(screen.getByRole('combobox'), 'pending');
  expect(save).not.toHaveBeenCalled();
  await fill(user, await screen.findByRole('textbox', { name: 'Reason' }), 'It was owed');
  await user.click(screen.getByRole('button', { name: 'Set payout to pending' }));
  expect(save).toHaveBeenCalledExactlyOnceWith(row.id, 'operator', 'pending', 'It was owed');
});
