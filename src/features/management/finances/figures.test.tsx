import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import type { TerritoryTotal } from '@/features/management/bookings/queries';
import { Totals } from '@/features/management/bookings/Totals';
import { Reconciliation } from './Reconciliation';
import { Shares } from './Shares';

const total: TerritoryTotal = {
  currency_code: 'GTQ',
  bookings: 3,
  people: 5,
  booked: 500,
  sold: 500,
  revenue: 400,
  operator: 320,
  territory: 40,
  app: 40,
  partner: 0,
  not_collected: 60,
  refunded: 30,
  disputed: 10,
  pending: 360,
  pending_payouts: 2,
};
const currency = { code: 'GTQ', symbol: 'Q' };

it('each figure opens its own list', async () => {
  const onFigure = vi.fn();
  const { user } = renderApp(
    <>
      <Reconciliation totals={[total]} currency={currency} onFigure={onFigure} />
      <Totals totals={[total]} currency={currency} shares={false} onFigure={onFigure} />
      <Shares totals={[total]} currency={currency} onFigure={onFigure} />
    </>,
  );
  for (const [name, figure] of [
    ['Booked', ''],
    ['Not collected', 'not_collected'],
    ['Refunded', 'refunded'],
    ['Chargebacks', 'disputed'],
    ['Revenue', 'collected'],
    ['Total Revenue', 'collected'],
    ['Pending Payments', 'to_pay_out'],
    ['Operator', 'collected'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: new RegExp(`\\d ${name}: show bookings$`) }));
    expect(onFigure).toHaveBeenLastCalledWith(figure);
  }
});

it('a figure without a list is only text', () => {
  renderApp(<Totals totals={[total]} currency={currency} />);
  expect(screen.getByText('Q400.00')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
