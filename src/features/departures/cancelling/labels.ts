import { t } from '@lingui/core/macro';

/** The reasons for a cancellation, as in the database. */
export const REASONS = ['weather', 'road', 'too_few', 'vehicle', 'other'] as const;
export type Reason = (typeof REASONS)[number];

/** Returns a short label for operators. Guests read a sentence instead (booking/offers/labels.ts). */
export function reasonLabel(reason: string | null): string {
  switch (reason) {
    case 'weather':
      return t`Weather`;
    case 'road':
      return t`Road or river`;
    case 'too_few':
      return t`Too few guests`;
    case 'vehicle':
      return t`Vehicle or guide`;
    default:
      return t`Other reason`;
  }
}

/** Returns why a departure can't be cancelled now. */
export function outcomeLabel(outcome: string): string {
  switch (outcome) {
    case 'already_cancelled':
      return t`Already cancelled`;
    case 'departed':
      return t`Already left`;
    case 'own_departure':
      return t`You have a booking on it. Cancel that first, or ask a colleague.`;
    case 'forbidden':
      return t`You don't have permission to cancel this one`;
    default:
      return t`Couldn't be cancelled. Please try again.`;
  }
}
