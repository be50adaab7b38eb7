import { t } from '@lingui/core/macro';
import type { BadgeTone } from '@/ui/Badge';

/** Returns where a chargeback is at the bank. `answer` is true while the bank waits for evidence. */
export function stateOf(status: string): { text: string; tone: BadgeTone; answer: boolean } {
  const state = (text: string, tone: BadgeTone, answer = false) => ({ text, tone, answer });
  switch (status) {
    case 'warning_needs_response':
      return state(t`Inquiry: needs an answer`, 'warn', true);
    case 'warning_under_review':
      return state(t`Inquiry: with the bank`, 'neutral');
    case 'warning_closed':
      return state(t`Inquiry closed`, 'neutral');
    case 'needs_response':
      return state(t`Needs an answer`, 'danger', true);
    case 'under_review':
      return state(t`With the bank`, 'warn');
    case 'won':
      return state(t`Won`, 'success');
    case 'lost':
      return state(t`Lost`, 'danger');
    case 'prevented':
      return state(t`Prevented`, 'success');
    default:
      return state(status.replaceAll('_', ' '), 'neutral');
  }
}

/** Returns what happened to the money, by the ledger's kind. */
export function moneyText(what: string): string {
  switch (what) {
    case 'sale':
    case 'added':
      return t`Paid`;
    case 'undone':
      return t`Voided`;
    case 'refund':
      return t`Refunded`;
    case 'refund-failed':
      return t`Refund failed`;
    case 'dispute':
      return t`Chargeback`;
    case 'dispute-won':
      return t`Chargeback won`;
    default:
      return what;
  }
}

/** Returns what the cardholder told the bank, by Stripe's reason. */
export function reasonText(reason: string | null): string {
  switch (reason) {
    case 'fraudulent':
    case 'unrecognized':
      return t`The cardholder doesn't recognise the payment`;
    case 'product_not_received':
      return t`The trip wasn't provided`;
    case 'product_unacceptable':
      return t`The trip wasn't as described`;
    case 'credit_not_processed':
      return t`A promised refund didn't arrive`;
    case 'duplicate':
      return t`The card was charged twice`;
    case null:
    case 'general':
      return t`No reason given`;
    default:
      return reason.replaceAll('_', ' ');
  }
}
