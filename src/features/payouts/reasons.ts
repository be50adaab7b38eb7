import { msg } from '@lingui/core/macro';
import { storedText } from '@/lib/i18n/stored-text';

/** Why a payout was taken back, where nobody was asked for it. */
export const REASONS = [msg`Taken back in the list of transactions`];

export const reasonText = (reason: string | null): string | null => reason && storedText(reason, REASONS);
