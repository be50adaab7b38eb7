import { cardError, missingResource, type StripeFailure } from './failure.ts';
import { nested, type Params, required, text } from './form.ts';
import type { CardDetails } from './objects.ts';

// The supported test numbers and tokens of https://docs.stripe.com/testing.

interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

interface TestCard {
  challenge: boolean;
  decline?: Decline;
}

export interface PaymentMethod extends TestCard {
  id: string;
  card: CardDetails;
}

const DECLINED: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
const NO_FUNDS: Decline = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
const EXPIRED: Decline = { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' };
const WRONG_CVC: Decline = {
  code: 'incorrect_cvc',
  decline_code: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
};

const CARDS: Record<string, TestCard> = {
  '4242424242424242': { challenge: false },
  '5555555555554444': { challenge: false },
  '4000000000000002': { challenge: false, decline: DECLINED },
  '4000000000009995': { challenge: false, decline: NO_FUNDS },
  '4000000000000069': { challenge: false, decline: EXPIRED },
  '4000000000000127': { challenge: false, decline: WRONG_CVC },
  '4000002760003184': { challenge: true },
  '4000008400001629': { challenge: true, decline: DECLINED },
};

const TOKENS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_threeDSecureRequired: '4000002760003184',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecureRequiredChargeDeclined: '4000008400001629',
};

/** Returns the payment method in the parameters of create or confirm, or undefined without one. */
export function paymentMethodOf(params: Params, newId: () => string): PaymentMethod | undefined {
  const token = text(params, 'payment_method');
  if (token !== undefined && token !== '') return tokenMethod(token, newId);
  if (params.payment_method_data === undefined) return undefined;
  const data = nested(params, 'payment_method_data');
  required(data, 'type');
  return typedMethod(nested(data, 'card'), newId);
}

function tokenMethod(token: string, newId: () => string): PaymentMethod {
  const number = TOKENS[token];
  if (number === undefined) throw missingResource('PaymentMethod', token, 'payment_method');
  return testMethod(number, 12, new Date().getFullYear() + 2, newId);
}

/** Validates a card like a form. An invalid card leaves the PaymentIntent unchanged, unlike a decline. */
function typedMethod(card: Params, newId: () => string): PaymentMethod {
  const number = required(card, 'number').replace(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) {
    throw typingError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  const month = Number(required(card, 'exp_month'));
  const typedYear = Number(required(card, 'exp_year'));
  const year = typedYear < 100 ? 2000 + typedYear : typedYear;
  if (!(month >= 1 && month <= 12)) {
    throw typingError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const now = new Date();
  if (!(year * 12 + month >= now.getFullYear() * 12 + now.getMonth() + 1)) {
    throw typingError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  const cvc = text(card, 'cvc');
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw typingError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return testMethod(number, month, year, newId);
}

const typingError = (code: string, message: string, param: string): StripeFailure =>
  cardError(code, message, { param });

export function testMethod(number: string, exp_month: number, exp_year: number, newId: () => string): PaymentMethod {
  const known = CARDS[number];
  if (!known) {
    const message =
      'Your card was declined. Your request was in test mode, but used a non test (live) card. ' +
      'For a list of valid test cards, visit: https://stripe.com/docs/testing.';
    throw cardError('card_declined', message, { decline_code: 'test_mode_live_card' });
  }
  const brand = number.startsWith('5') ? 'mastercard' : 'visa';
  const card = { brand, country: 'US', exp_month, exp_year, funding: 'credit', last4: number.slice(-4) };
  return { ...known, id: newId(), card };
}

function passesLuhn(number: string): boolean {
  const digits = Array.from(number, Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 1 ? digit * 2 : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
