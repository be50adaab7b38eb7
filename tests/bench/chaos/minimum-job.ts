import { addTrip, heldByCard, type JobContext, type OwnTrip, textIn } from './job-context.ts';
import { invoke, payByCard } from './people.ts';
import { wait } from './rng.ts';
import { localDay } from './seed-data.ts';
import { count } from './trip.ts';

/** The number of guests that a trip needs to go ahead. */
const MINIMUM = 4;

/**
 * Creates two trips tomorrow that need four guests, on the day of the decision. One gets four and is confirmed. The
 * other gets two and no decision, so that it is cancelled at its deadline.
 */
export async function decideByMinimum(context: JobContext): Promise<void> {
  const [enough, few] = [await addTrip(context, 150, MINIMUM), await addTrip(context, 150, MINIMUM)];
  await bookByCard(context, enough, MINIMUM);
  await bookByCard(context, few, MINIMUM - 2);
  const { stack, going, log } = context;
  while (going()) {
    await stack.sql`update private.departure_decisions set asked_at = asked_at - interval '1 hour', decides_at = decides_at - interval '1 hour'
      where departure_id in (select id from public.departures where service_id in (${enough.id}, ${few.id}))`;
    const rows = await stack.sql<{ status: string }[]>`
      select status from public.departures where service_id in (${enough.id}, ${few.id}) and sold > 0`;
    if (rows.every(({ status }) => status !== 'scheduled')) {
      for (const { status } of rows) count(log, `a minimum was decided: ${status}`);
      return;
    }
    await wait(1000);
  }
}

async function bookByCard(context: JobContext, trip: OwnTrip, people: number): Promise<void> {
  const { stack, who, log } = context;
  const more = { service_id: trip.id, slot_id: trip.slot, service_date: localDay(1), num_people: people };
  const hold = await heldByCard(context, more);
  if (!hold) return count(log, 'no seats on a trip with a minimum');
  await payByCard(stack, hold.secret, 'pm_card_visa');
  const booking = textIn(await invoke(stack, who, 'confirm-payment', { hold_id: hold.id }), 'booking_id');
  if (booking) log.told.push({ kind: 'experience', id: booking });
}
