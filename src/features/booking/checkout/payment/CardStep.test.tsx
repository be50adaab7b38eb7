import { createEmulatedStripe } from '@territorio/stripe-emulator/browser';
import { screen, waitFor } from '@testing-library/react';
import { aHold } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import CardStep from './CardStep';
import { getStripe, readConfirmation } from './stripe';

vi.mock('./stripe');

beforeEach(() => {
  vi.mocked(getStripe).mockResolvedValue(createEmulatedStripe('http://stripe.test', 'pk_test'));
});

const open = (keepsSeats: boolean, code: string) =>
  renderApp(
    <CardStep
      state={{
        step: 'card',
        hold: aHold({ keepsSeats }),
        intent: { clientSecret: 'pi_123_secret_abc', paymentIntentId: 'pi_123' },
        problem: { code, message: 'It was not paid.' },
      }}
      send={vi.fn()}
      onEdit={vi.fn()}
    />,
  );

it.each([
  [
    true,
    'card_declined',
    "We haven't charged you, and we're still holding your seats. Check your card details or use another card.",
  ],
  [
    true,
    'not_paid',
    "We haven't charged you, and we're still holding your seats. Enter your card details again or use another card.",
  ],
  [false, 'card_declined', "We haven't charged you. Check your card details or use another card."],
  [false, 'not_paid', "We haven't charged you. Enter your card details again or use another card."],
])('shows the current state after a failed payment, with seats held: %s, %s', async (keepsSeats, code, says) => {
  open(keepsSeats, code);
  const problem = await screen.findByRole('alert');
  expect(problem).toHaveTextContent(`It was not paid.${says}`);
  expect(problem.parentElement).toHaveFocus();
  expect(await screen.findByLabelText('Card number')).toBeInTheDocument();
});

it.each([
  [false, 'Pay Q770.00', 'Paying Q770.00'],
  [true, 'Hold Q770.00 on my card', 'Holding Q770.00 on your card'],
])('shows whether the card is charged now or only authorised: waits %s', async (waits, ready, busy) => {
  const intent = { clientSecret: 'pi_123_secret_abc', paymentIntentId: 'pi_123' };
  const step = (name: 'card' | 'paying') => (
    <CardStep state={{ step: name, hold: aHold(), intent, problem: null }} send={vi.fn()} waits={waits} />
  );
  const { rerender } = renderApp(step('card'));
  expect(await screen.findByRole('button', { name: ready })).toBeVisible();
  expect(screen.queryAllByText(/^You won't be charged now\./)).toHaveLength(waits ? 1 : 0);
  rerender(step('paying'));
  expect(screen.getByRole('button', { name: busy })).toBeVisible();
});

it.each([
  [true, "We couldn't load the card form. We're holding your seats and haven't charged you."],
  [false, "We couldn't load the card form. We haven't charged you."],
])('shows whether seats are held if the card form does not load: %s', async (keepsSeats, says) => {
  vi.mocked(getStripe).mockRejectedValue(new TypeError('Failed to fetch'));
  open(keepsSeats, 'card_declined');
  expect(await screen.findByText(says)).toBeInTheDocument();
});

it('accepts no card for a payment that is no longer open', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const [send, ask] = [vi.fn(), vi.fn(async () => false)];
  const intent = { clientSecret: 'pi_123_secret_abc', paymentIntentId: 'pi_123' };
  const { user } = renderApp(
    <CardStep state={{ step: 'card', hold: aHold(), intent, problem: null }} send={send} ask={ask} />,
  );
  await fill(user, await screen.findByLabelText('Card number'), '4242424242424242');
  await user.type(screen.getByLabelText('Expiration date'), '1299');
  await user.type(screen.getByLabelText('Security code'), '123{Enter}');
  await waitFor(() => expect(ask).toHaveBeenCalledOnce());
  expect(send).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
});

it('pays on Enter in a field, once, and not before the card is complete', async () => {
  let answer = (_: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const send = vi.fn();
  const intent = { clientSecret: 'pi_123_secret_abc', paymentIntentId: 'pi_123' };
  const { user } = renderApp(
    <CardStep state={{ step: 'card', hold: aHold(), intent, problem: null }} send={send} onEdit={vi.fn()} />,
  );
  await user.type(await screen.findByLabelText('Card number'), '4242424242424242{Enter}');
  expect(await screen.findByText("Your card's security code is incomplete.")).toBeVisible();
  expect(send).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Expiration date'), '1299');
  await user.type(screen.getByLabelText('Security code'), '123{Enter}{Enter}');
  await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'pay' }));
  answer(Response.json({ id: 'pi_123', status: 'requires_capture' }));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  const intentOf = expect.objectContaining({ paymentIntent: expect.objectContaining({ status: 'requires_capture' }) });
  expect(readConfirmation).toHaveBeenCalledExactlyOnceWith(intentOf);
});
