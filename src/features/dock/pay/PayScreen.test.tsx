import { screen } from '@testing-library/react';
import { aHold } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { PayScreen } from './PayScreen';
import type { LinkedPayment } from './queries';

vi.mock('@/features/booking/tickets/changes/PaymentStep', () => ({ PaymentStep: () => null }));

it('shows before the payment when the trip is decided that needs more guests', () => {
  const payment: LinkedPayment = {
    state: 'waiting',
    title: 'River Canyon',
    territory_name: 'Río Dulce',
    time_zone: 'America/Guatemala',
    total_price: 440,
    currency_symbol: 'Q',
    service_date: '2126-11-22',
    start_time: '10:30:00',
    num_people: 2,
    minimum: { status: 'scheduled', min_to_run: 4, sold: 0, decides_at: '2126-11-22T02:00:00Z' },
    ticket: null,
    hold: aHold(),
  };
  renderApp(<PayScreen token="t" payment={payment} onPaid={vi.fn()} />);
  expect(screen.getByRole('status')).toHaveTextContent(
    "0 of 4 guests so far. We'll confirm by Thu, Nov 21, 2126, 8:00 PM; if not, you'll get a full refund",
  );
});
