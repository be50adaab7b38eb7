import type { ImportedPayment } from '@territorio/stripe-emulator/server';
import type postgres from 'postgres';

/** The batch stays below the largest body that the emulator accepts. */
const BATCH = 1000;

/**
 * Adds the demo's card payments, which were inserted into the database directly, to the Stripe emulator, so that
 * they can be refunded. This is repeated at each start, because either side may have been emptied. Existing
 * payments don't change.
 */
export async function importDemoPayments(sql: postgres.Sql, stripeUrl: string, secretKey: string): Promise<number> {
  const payments = await sql<ImportedPayment[]>`
    select payment_intent_id as id, amount_minor::int as amount, captured_minor::int as captured, refunded_minor::int as refunded,
      currency, extract(epoch from created_at)::int as created,
      jsonb_strip_nulls(jsonb_build_object('hold_id', hold_id)) as metadata
    from private.charges
    where starts_with(payment_intent_id, 'pi_seed_') and method = 'card' and status = 'succeeded' and captured_minor > 0
    order by created_at, id`;
  let imported = 0;
  for (let from = 0; from < payments.length; from += BATCH) {
    const response = await fetch(`${stripeUrl}/_emulator/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}` },
      body: JSON.stringify({ payments: payments.slice(from, from + BATCH) }),
    });
    if (!response.ok) throw new Error(`The demo's payments could not be imported: ${await response.text()}`);
    imported += ((await response.json()) as { imported: number }).imported;
  }
  return imported;
}
