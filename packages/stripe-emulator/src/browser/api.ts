import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import type { Outcome } from './ChallengeDialog';
import { type CardValues, digits, parseExpiry } from './card';
import type { Texts } from './texts';

/** Stripe.js translates decline reasons, while the emulator responds in English. */
function translated(error: StripeError, texts: Texts): StripeError {
  const reason = texts[(error.decline_code ?? error.code) as keyof Texts];
  return reason ? { ...error, message: reason } : error;
}

export type Answer =
  | { paymentIntent: PaymentIntent; error?: undefined }
  | { error: StripeError; paymentIntent?: undefined };

const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/**
 * Calls the emulator as Stripe.js calls Stripe, with publishable key and client secret, and card data in the body.
 */
export function createEmulatorApi(baseUrl: string, publishableKey: string, texts: Texts) {
  const url = baseUrl.replace(/\/$/, '');
  const headers = { authorization: `Bearer ${publishableKey}` };

  const read = async (response: Response): Promise<Answer> => {
    const body = (await response.json()) as PaymentIntent & { error?: StripeError };
    if (body.error) return { error: translated(body.error, texts) };
    if (!response.ok) throw new Error(`The card service answered ${response.status}`);
    return { paymentIntent: body };
  };
  /**
   * A request without a response is an `api_connection_error`, as with Stripe.js, because the payment may have been
   * made.
   */
  const ask = async (request: () => Promise<Response>): Promise<Answer> => {
    try {
      return await read(await request());
    } catch {
      return {
        error: { type: 'api_connection_error', message: texts.unreachable } as StripeError,
      };
    }
  };

  return {
    confirm: (clientSecret: string, card: CardValues) => {
      const expiry = parseExpiry(card.expiry);
      const body = new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': digits(card.number),
        'payment_method_data[card][exp_month]': String(expiry?.month ?? ''),
        'payment_method_data[card][exp_year]': String(expiry?.year ?? ''),
        'payment_method_data[card][cvc]': digits(card.cvc),
      });
      return ask(() =>
        fetch(`${url}/v1/payment_intents/${idOf(clientSecret)}/confirm`, { method: 'POST', headers, body }),
      );
    },
    retrieve: (clientSecret: string) =>
      ask(() =>
        fetch(`${url}/v1/payment_intents/${idOf(clientSecret)}?client_secret=${encodeURIComponent(clientSecret)}`, {
          headers,
        }),
      ),
    answerChallenge: (clientSecret: string, outcome: Outcome) =>
      ask(() =>
        fetch(`${url}/_emulator/challenge/${idOf(clientSecret)}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ client_secret: clientSecret, outcome }),
        }),
      ),
  };
}
