import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { run } from '@/lib/api/run';
import CancelDepartureDialog from './CancelDepartureDialog';

// The preview counts guests to notify, guests to refund in cash, and departures whose guests have no choice
// (docs/rules/departures.md, A cancelled departure).

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

const name = { kind: 'experience', service_id: 'e1', slot_id: 's1', service_date: '2026-11-26' } as const;
const departure = { ...name, start_time: '13:00:00', title: 'River Canyon', titles: {}, outcome: 'cancel' };
const preview = {
  departures: [{ ...departure, bookings: 4, people: 9 }],
  bookings: 4,
  people: 9,
  unpaid: 0,
  mails: 2,
  untold: 4,
  no_choice: 0,
  money: [{ currency_code: 'GTQ', currency_symbol: 'Q', amount: 1480, cash: 400 }],
};

let asked: object;
beforeEach(() => vi.mocked(run).mockImplementation(async () => asked as never));

async function open(changes: Partial<typeof preview> = {}) {
  asked = { ...preview, ...changes };
  const selection = {
    departures: [{ serviceId: 'e1', slotId: 's1', date: name.service_date }],
  };
  renderApp(<CancelDepartureDialog selection={selection} onClose={vi.fn()} onChanged={async () => undefined} />);
  return screen.findByRole('region', { name: 'What this will do' });
}

it('names guests without an email address, and the cash to return', async () => {
  const box = await open();
  expect(box).toHaveTextContent('4 of 9 guests have no email address: tell them in person.');
  expect(box).toHaveTextContent('Cash to refund: Q400.00.');
  expect(screen.getByRole('radio', { name: /Offer another day first/ })).toBeChecked();
});

it('shows neither if everyone has an address and nothing was paid in cash', async () => {
  const [paid] = preview.money;
  const box = await open({ untold: 0, money: paid ? [{ ...paid, cash: 0 }] : [] });
  expect(box).not.toHaveTextContent(/in person|cash/);
});

it('offers no choice for departures that have left: the refund starts immediately', async () => {
  const box = await open({ no_choice: 4 });
  expect(screen.getByText(/guests are refunded right away and can't choose another day/)).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(box).not.toHaveTextContent('another departure');
});

it('shows for several how many have no choice, and offers it to the others', async () => {
  const box = await open({ no_choice: 1 });
  expect(box).toHaveTextContent('1 booking is past its departure time');
  expect(screen.getByRole('radio', { name: /Offer another day first/ })).toBeVisible();
});
