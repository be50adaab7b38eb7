import { waiverVersion } from '../../../src/features/booking/waiver/version.ts';
import { type JobContext, textIn } from './job-context.ts';
import { invoke, payByCard, rpc } from './people.ts';
import { localDay } from './seed-data.ts';
import { count } from './trip.ts';

/**
 * Sells at the dock to a guest who pays by the link on their own phone, and cancels another sale while its card
 * form is open.
 */
export async function sellAtDock(context: JobContext): Promise<void> {
  const { stack, seedData, who, log } = context;
  const boat = await addBoat(context);
  const paid = await sell(context, boat);
  if (paid) {
    const secret = textIn(await invoke(stack, who, 'create-payment-intent', { link: paid.link }), 'client_secret');
    if (secret) await payByCard(stack, secret, 'pm_card_visa');
    const booking = textIn(await invoke(stack, who, 'confirm-payment', { link: paid.link }), 'booking_id');
    if (booking) {
      log.told.push({ kind: 'transport', id: booking });
      count(log, 'sold at the dock, card');
    }
  }
  const undone = await sell(context, boat);
  if (!undone) return;
  await invoke(stack, who, 'create-payment-intent', { link: undone.link });
  const { status } = await invoke(stack, seedData.staff, 'release-hold', { sale_id: undone.sale });
  if (status === 200) count(log, 'sale at the dock called off');
}

/** Adds a boat of this job, late today, because staff may cancel any departure. */
async function addBoat({ stack, n }: JobContext): Promise<string> {
  const [row] = await stack.sql<{ id: string }[]>`
    insert into public.territory_transports (territory_id, transport_type_id, title, description, booking_type, shared_price, max_spots,
      available_spots, pickup_location, departure_time, duration_hours, cancellation_policy)
    values ('rio', 'shuttle', ${`Boat ${n}`}, 'A boat', 'shared', 100, 8, 8, 'Dock', '23:59', 1, 'flexible') returning id`;
  return row?.id ?? '';
}

async function sell({ stack, seedData }: JobContext, boat: string): Promise<{ sale: string; link: string } | null> {
  const { body } = await rpc(stack, seedData.staff, 'dock_departures', {});
  const departure = (Object.values(body) as Record<string, unknown>[]).find(({ service_id }) => service_id === boat);
  const sold = await rpc(stack, seedData.staff, 'sell_at_dock', {
    p: {
      idempotency_key: crypto.randomUUID(),
      kind: 'transport',
      service_id: boat,
      slot_id: null,
      service_date: departure?.service_date ?? localDay(0),
      booking_type: 'shared',
      num_people: 2,
      payment_method: 'card',
      amount: 2 * Number(departure?.shared_price),
      language: 'es',
      waiver_version: waiverVersion,
    },
  });
  const sale = textIn(sold, 'sale_id');
  const link = sale && textIn(await rpc(stack, seedData.staff, 'new_pay_link', { p_sale_id: sale }), 'token');
  return sale && link ? { sale, link } : null;
}
