import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { OfferCard } from './OfferCard';
import type { Answer, Offer } from './offer';

const choice = (service_date: string, change: Partial<Offer['choices'][number]> = {}) => ({
  title: 'Laguna azul',
  service_id: 'laguna',
  timeslot_id: 'morning',
  service_date,
  start_time: '10:00:00',
  refund_amount: 0,
  ...change,
});

const offer = (change: Partial<Offer> = {}): Offer => ({
  offer_id: 'o1',
  state: 'open',
  kind: 'experience',
  booking_id: 'b1',
  title: 'Laguna azul',
  service_date: '2026-11-27',
  start_time: '07:00:00',
  time_zone: 'America/Guatemala',
  reason: 'road',
  message: 'The harbour master closed the river.',
  num_people: 2,
  expires_at: '2026-11-27T16:00:00Z',
  refund_amount: 770,
  payment_method: 'card',
  paid_by_other: false,
  currency_symbol: 'Q',
  moved_to: null,
  choices: [choice('2026-11-28'), choice('2026-11-29')],
  ...change,
});

function draw(given: Offer, onAnswer = vi.fn(async (_: Answer) => given)) {
  const onChanged = vi.fn(async () => undefined);
  return { ...renderApp(<OfferCard offer={given} onAnswer={onAnswer} onChanged={onChanged} />), onAnswer, onChanged };
}

it('says what was cancelled, why, in the operator’s words, and what happens without an answer', () => {
  draw(offer());
  expect(screen.getByRole('heading', { name: 'Cancelled: Laguna azul, Fri, Nov 27, 7:00 AM' })).toBeVisible();
  expect(screen.getByText('The road or the river is closed.')).toBeVisible();
  expect(screen.getByText('The harbour master closed the river.')).toBeVisible();
  expect(screen.getByText(/goes back by itself on Fri, Nov 27, 2026, 10:00 AM/)).toBeVisible();
});

it('moves to the departure that is chosen, and answers nothing before the press', async () => {
  const { user, onAnswer, onChanged } = draw(offer());
  await user.click(screen.getByRole('radio', { name: /Sun, Nov 29, 10:00 AM/ }));
  expect(onAnswer).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Move to Sun, Nov 29, 10:00 AM' }));
  expect(onAnswer.mock.calls[0]?.[0]).toEqual({ answer: 'move', to: choice('2026-11-29') });
  expect(onChanged).toHaveBeenCalled();
});

it('gives all of the money back', async () => {
  const { user, onAnswer } = draw(offer());
  await user.click(screen.getByRole('radio', { name: /All of my money back/ }));
  await user.click(screen.getByRole('button', { name: 'Give me Q770.00 back' }));
  expect(onAnswer.mock.calls[0]?.[0]).toEqual({ answer: 'refund' });
});

it('promises who was given the ticket no money of who paid for it', () => {
  draw(offer({ paid_by_other: true, refund_amount: 0 }));
  expect(screen.getByText('All of the money goes back to who paid for this ticket, not to you.')).toBeInTheDocument();
  expect(screen.getByText(/Without an answer all of the money goes back by itself/)).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /Give up the booking/ })).toBeEnabled();
  expect(screen.queryByText(/my money/)).toBeNull();
});

it('speaks of no money where none was paid', () => {
  draw(offer({ payment_method: 'cash', refund_amount: 0, choices: [] }));
  expect(screen.getByText('No other departure has seats for you in the next days.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Give up the booking' })).toBeEnabled();
  expect(screen.getByText(/Nothing is to pay/)).toBeVisible();
});

it('shows five departures first, and another service with its name and what goes back', async () => {
  const near = Array.from({ length: 6 }, (_, n) => choice(`2026-12-0${n + 1}`));
  const { user } = draw(
    offer({
      choices: [...near, choice('2026-11-27', { title: 'Castillo', service_id: 'castillo', refund_amount: 150 })],
    }),
  );
  expect(screen.getAllByRole('radio')).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Show all 7 departures' }));
  expect(screen.getByRole('radio', { name: /Castillo.*Costs Q150.00 less/ })).toBeVisible();
});

it('a departure that filled up meanwhile says so, and what holds now is read again', async () => {
  const full = new AppError('sold_out', 'There are not enough seats left on this departure.');
  const { user, onChanged } = draw(
    offer(),
    vi.fn(() => Promise.reject(full)),
  );
  await user.click(screen.getByRole('button', { name: /^Move to/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('There are not enough seats left');
  expect(onChanged).toHaveBeenCalled();
});

it.each([
  [
    { state: 'moved', moved_to: { title: 'Laguna azul', service_date: '2026-11-28', start_time: '10:00:00' } },
    /You are booked on Sat, Nov 28, 10:00 AM/,
  ],
  [{ state: 'refunded' }, /Q770.00 goes back to your card/],
  [{ state: 'refunded', refund_amount: 0 }, /nothing is due/],
  [{ state: 'undone' }, /leaves as booked/],
  [{ state: 'closed' }, /ended in another way/],
] as [Partial<Offer>, RegExp][])('one that has ended (%o) says what became of it', (change, words) => {
  draw(offer(change));
  expect(screen.getByRole('status')).toHaveTextContent(words);
  expect(screen.queryByRole('button')).toBeNull();
});
