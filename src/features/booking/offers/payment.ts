import { msg, t } from '@lingui/core/macro';
import { readIntent, readSettlement } from '@/features/booking/checkout/dto';
import {
  confirmPayment,
  createPaymentIntent,
  type PaymentCalls,
  releaseHold,
} from '@/features/booking/checkout/queries';
import { invokeFunction } from '@/lib/api/functions';

const NOT_OPENED = msg`We couldn't open the payment form. Please try again.`;
const notMoved = () => t`We couldn't make the change. If we charged your card, we'll refund you.`;

/** Returns the calls that pay for a more expensive answer. */
export const paymentOf = (holdId: string): PaymentCalls => ({
  begin: () => createPaymentIntent(holdId),
  confirm: () => confirmPayment(holdId),
  release: () => releaseHold(holdId),
  lost: notMoved,
});

/** Returns the same calls for a link without an account. */
export const linkedPaymentOf =
  (token: string) =>
  (holdId: string): PaymentCalls => {
    const body = { hold_id: holdId, offer: token };
    return {
      begin: async () => readIntent(await invokeFunction('create-payment-intent', body, { fallback: NOT_OPENED })),
      confirm: async () => readSettlement(await invokeFunction('confirm-payment', body, { fallback: NOT_OPENED })),
      // Nothing needs releasing here, because the seats expire automatically.
      release: async () => undefined,
      lost: notMoved,
    };
  };
