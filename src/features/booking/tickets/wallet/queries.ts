import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { currentLanguage } from '@/lib/i18n/i18n';
import type { Wallet } from './offered';

const answer = z.object({ url: z.url() });

/** Returns the address that adds a ticket to a wallet. Apple's is valid for five minutes. */
export async function getWalletLink(wallet: Wallet, { id }: Pick<TicketRow, 'id'>): Promise<string> {
  const body = { booking_id: id, wallet, language: currentLanguage().code };
  const options = { fallback: msg`We couldn't add the ticket. Please try again.` };
  return readAnswer(answer, await invokeFunction('wallet-pass', body, options)).url;
}
