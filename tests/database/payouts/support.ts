import { randomUUID } from 'node:crypto';
import { startsIn } from '../booking/support/fixture.ts';
import type { Booking, ManagementContext } from '../booking/support/management.ts';

/** A line of 'To pay', as the manager's page reads it. */
export interface Payee {
  payee: string;
  party: string;
  name: string;
  currency_code: string;
  bookings: number;
  due: string;
  ahead: string;
  held: string;
  version: string;
  as_of: Date;
}

export interface Choice {
  payee: string;
  currency: string;
  version?: string;
  as_of: string;
  lines?: string[];
}

export type Answer =
  | { outcome: 'paid'; payouts: string[] }
  | { outcome: 'taken'; payee: string; by: string; at: string }
  | { outcome: 'changed'; payee: string };

export interface Payment {
  choices: Choice[];
  paidOn?: string;
  reference?: string;
  key?: string;
  territory?: string;
}

/** Returns a manager's actions on payouts. */
export function createPayouts(management: ManagementContext) {
  const { fixture, ask } = management;
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const toPay = (user = fixture.manager, territory = 'rio') =>
    ask<Payee>(user, `select * from public.payees_to_pay('${territory}')`);
  return {
    toPay,
    payee: async (party: string): Promise<Payee> => {
      const found = (await toPay()).find((one) => one.party === party && Number(one.due) > 0);
      if (!found) throw new Error(`Nobody is due as ${party}.`);
      return found;
    },
    lines: (payee: string, what = 'due') =>
      ask<{ id: string; line: string; amount: string; booking_id: string; as_of: Date; tourist_name: string | null }>(
        fixture.manager,
        `select * from public.payee_lines('rio', '${payee}', 'GTQ', '${what}')`,
      ),
    pay: async (user: string, { choices, paidOn, reference, key, territory }: Payment): Promise<Answer> => {
      const [row] = await ask<{ answer: Answer }>(
        user,
        `select public.pay_out('${territory ?? 'rio'}', ${quoted(JSON.stringify(choices))}::jsonb, ${paidOn ?? 'current_date - 1'},
          ${reference === undefined ? "'Transfer BI 88213'" : quoted(reference)}, '${key ?? randomUUID()}') as answer`,
      );
      if (!row) throw new Error('No answer.');
      return row.answer;
    },
    reverse: (user: string, payout: string, reason = 'Sent to the wrong account') =>
      ask(user, `select public.reverse_payout('${payout}', ${quoted(reason)})`),
    /** Creates a booking that was paid in cash, and whose trip began yesterday. */
    sold: async (user: string, people = 1): Promise<Booking> => {
      const booking = await management.bookCash(user, people);
      await management.setStatus(fixture.staff, booking, 'paid');
      await startsIn(fixture, booking.id, -24);
      return booking;
    },
  };
}
export type Payouts = ReturnType<typeof createPayouts>;

export const all = ({ payee, currency_code, version, as_of }: Payee): Choice => ({
  payee,
  currency: currency_code,
  version,
  as_of: as_of.toISOString(),
});
