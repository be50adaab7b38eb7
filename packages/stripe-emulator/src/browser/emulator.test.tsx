import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createEmulatedStripe } from './index';

const secret = 'pi_123_secret_abc';
const answers = vi.fn<(url: string, init: RequestInit) => unknown>();

beforeEach(() => {
  answers.mockReset();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => Response.json(answers(url, init)));
});

function Pay() {
  const stripe = useStripe();
  const elements = useElements();
  const [said, setSaid] = useState('');
  const pay = async () => {
    if (!stripe || !elements) return;
    const { error } = await elements.submit();
    if (error) return setSaid('incomplete');
    const result = await stripe.confirmPayment({ elements, redirect: 'if_required' });
    setSaid(result.error?.message ?? result.paymentIntent?.status ?? '');
  };
  return (
    <>
      <PaymentElement />
      <button type="button" onClick={() => void pay()}>
        Pay
      </button>
      <output>{said}</output>
    </>
  );
}

async function open(stripe: Stripe = createEmulatedStripe('http://stripe.test', 'pk_test')) {
  const user = userEvent.setup();
  render(
    <Elements stripe={stripe} options={{ clientSecret: secret }}>
      <Pay />
    </Elements>,
  );
  await screen.findByLabelText('Card number');
  return {
    user,
    pay: () => user.click(screen.getByRole('button', { name: 'Pay' })),
    fill: async (number: string) => {
      await user.type(screen.getByLabelText('Card number'), number);
      await user.type(screen.getByLabelText('Expiration date'), '1299');
      await user.type(screen.getByLabelText('Security code'), '123');
    },
  };
}

it('shows a card form with names that browsers fill in', async () => {
  await open();
  expect(screen.getByLabelText('Card number')).toHaveAttribute('autocomplete', 'cc-number');
  expect(screen.getByLabelText('Expiration date')).toHaveAttribute('autocomplete', 'cc-exp');
  expect(screen.getByLabelText('Security code')).toHaveAttribute('autocomplete', 'cc-csc');
});

it('reports what is missing beside each field without a request', async () => {
  const { pay } = await open();
  await pay();
  expect(screen.getByLabelText('Card number')).toHaveAccessibleDescription('Your card number is incomplete.');
  expect(screen.getByLabelText('Card number')).toBeInvalid();
  expect(screen.getByText('incomplete')).toBeInTheDocument();
  expect(answers).not.toHaveBeenCalled();
});

it('sends the card with the publishable key and the client secret', async () => {
  answers.mockReturnValue({ id: 'pi_123', status: 'requires_capture' });
  const { fill, pay } = await open();
  await fill('4242424242424242');
  await pay();
  expect(await screen.findByText('requires_capture')).toBeInTheDocument();
  const [url, init] = answers.mock.calls[0] ?? [];
  expect(url).toBe('http://stripe.test/v1/payment_intents/pi_123/confirm');
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer pk_test');
  expect(Object.fromEntries(init?.body as URLSearchParams)).toEqual({
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2099',
    'payment_method_data[card][cvc]': '123',
  });
});

it('reports a declined card and opens the form again', async () => {
  answers.mockReturnValue({ error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } });
  const { fill, pay } = await open();
  await fill('4000000000000002');
  await pay();
  expect(await screen.findByText('Your card was declined.')).toBeInTheDocument();
  expect(screen.getByLabelText('Card number')).toBeEnabled();
});

it.each([
  ['Complete authentication', 'complete'],
  ['Fail authentication', 'fail'],
])("shows the bank's question: %s", async (button, outcome) => {
  answers.mockImplementation((url) =>
    url.endsWith('/confirm')
      ? { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } }
      : { status: `after_${outcome}` },
  );
  const { user, fill, pay } = await open();
  await fill('4000002760003184');
  await pay();
  await screen.findByRole('dialog', { name: '3-D Secure authentication' });
  await user.click(screen.getByRole('button', { name: button }));
  expect(await screen.findByText(`after_${outcome}`)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const [url, init] = answers.mock.calls[1] ?? [];
  expect(url).toBe('http://stripe.test/_emulator/challenge/pi_123');
  expect(JSON.parse(String(init?.body))).toEqual({ client_secret: secret, outcome });
});

it('distinguishes a lost response from a declined card', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const stripe = createEmulatedStripe('http://stripe.test', 'pk_test');
  const { fill } = await open(stripe);
  await fill('4242424242424242');
  const retrieved = await act(() => stripe.retrievePaymentIntent(secret));
  expect(retrieved.error?.type).toBe('api_connection_error');
});

it('is in Spanish if the page is, and otherwise in English', async () => {
  answers.mockReturnValue({ error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' } });
  const stripe = createEmulatedStripe('http://stripe.test', 'pk_test', { locale: 'es-GT', look: { input: 'box' } });
  render(
    <Elements stripe={stripe} options={{ clientSecret: secret }}>
      <Pay />
    </Elements>,
  );
  const user = userEvent.setup();
  const number = await screen.findByLabelText('Número de tarjeta');
  expect(number).toHaveClass('box');
  await user.type(number, '4000000000009995');
  await user.type(screen.getByLabelText('Vencimiento'), '1299');
  await user.click(screen.getByRole('button', { name: 'Pay' }));
  const code = screen.getByLabelText('Código de seguridad');
  expect(code).toHaveAccessibleDescription('El código de seguridad de su tarjeta está incompleto.');
  await user.type(code, '123');
  await user.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByText('Su tarjeta no tiene fondos suficientes.')).toBeInTheDocument();
});

it('submits the surrounding form on Enter, even with a disabled button, like Stripe.js', async () => {
  const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submitted}>
      <Elements stripe={createEmulatedStripe('http://stripe.test', 'pk_test')} options={{ clientSecret: secret }}>
        <PaymentElement />
      </Elements>
      <button type="submit" disabled>
        Pay
      </button>
    </form>,
  );
  await userEvent.setup().type(await screen.findByLabelText('Security code'), '12{Enter}');
  expect(submitted).toHaveBeenCalledOnce();
});
