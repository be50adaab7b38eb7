import { ticketQr } from '../../src/features/booking/tickets/signed.ts';
import { handle as signTickets } from '../../supabase/functions/sign-tickets/handler.ts';
import { handle } from '../../supabase/functions/wallet-pass/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { checkout, fixture, user } from '../database/booking/support/for-each-test.ts';
import type { GoogleFake } from './wallet-support.ts';

type Answer = { status: number; url?: string; code?: string };

export async function ask(
  google: GoogleFake,
  booking: string,
  wallet: string,
  who: string | undefined = user,
  more = {},
): Promise<Answer> {
  const mails = checkout.deps.fetch;
  checkout.deps.fetch = google.fetch;
  const answer = await handle(
    post({ booking_id: booking, wallet, language: 'en', ...more }, who),
    checkout.deps,
  ).finally(() => {
    checkout.deps.fetch = mails;
  });
  return { status: answer.status, ...((await answer.json()) as object) };
}

/** Returns the text of the QR code on the ticket's page. */
export async function ticketText(booking: string): Promise<string> {
  const [row] = await fixture.db.sql`select code from public.booking_codes
    where booking_id = ${booking}`;
  const answer = await signTickets(post({ booking_ids: [booking] }, user), checkout.deps);
  const { tickets } = (await answer.json()) as { tickets: { statement: string }[] };
  const statement = tickets[0]?.statement ?? null;
  return [ticketQr({ id: booking, statement }, row?.code as string, 'http://app.test')].flat().join('');
}
