import { rpc } from './people.ts';
import { type Wish, wishFor } from './seed-data.ts';
import { count, type Trip } from './trip.ts';

// What happens to plans: seats that one waits for, another date, fewer people, a departure that does not take place.

type Row = Record<string, unknown>;

/** Joins the waiting list of a departure that is sold out. */
export async function waitForSeats({ stack, who, log }: Trip, request: Row): Promise<void> {
  const { status, body } = await rpc(stack, who, 'join_waiting_list', { p: request });
  count(log, status === 200 ? 'waits for seats' : `does not wait: ${String(body.hint ?? status)}`);
}

/** The seats that one was offered, as a wish to book them. */
export async function offeredSeats({ stack, who, rng, seedData, log }: Trip): Promise<Wish | null> {
  const { body } = await rpc(stack, who, 'my_waiting_list', {});
  const entry = (Object.values(body) as Row[]).find(({ state }) => state === 'offered');
  const service = seedData.services.find(({ id }) => id === entry?.service_id);
  if (!entry || !service) return null;
  if (rng.chance(0.2)) {
    await rpc(stack, who, 'leave_waiting_list', { p_entry_id: entry.entry_id });
    count(log, 'left the waiting list');
    return null;
  }
  count(log, 'goes on with offered seats');
  return wishFor(service, rng, {
    service_date: String(entry.service_date),
    booking_type: String(entry.booking_type),
    num_people: Number(entry.num_people),
  });
}

/** Another date of the same service, pressed twice. */
export async function changeDate({ stack, who, rng, log }: Trip, kind: string, booking: string): Promise<void> {
  const which = { p_kind: kind, p_booking_id: booking };
  const { body } = await rpc(stack, who, 'date_changes', which);
  const choices = (body.choices ?? []) as Row[];
  if (choices.length === 0) return;
  const to = rng.pick(choices);
  const change = () =>
    rpc(stack, who, 'change_booking_date', {
      ...which,
      p_date: to.service_date,
      p_timeslot_id: to.timeslot_id,
      p_key: key,
      p_refund_amount: body.refund_amount,
    });
  const key = crypto.randomUUID();
  const [changed] = await Promise.all([change(), change()]);
  count(
    log,
    changed.status === 200 ? 'changed the date' : `date not changed: ${String(changed.body.hint ?? changed.status)}`,
  );
}

/** One of the party stays at home, pressed twice. */
export async function dropOut({ stack, who, log }: Trip, kind: string, booking: string): Promise<void> {
  const which = { p_kind: kind, p_booking_id: booking };
  const { body } = await rpc(stack, who, 'fewer_people', which);
  const [choice] = (body.choices ?? []) as Row[];
  if (!choice) return;
  const request = {
    ...which,
    p_people: choice.people,
    p_key: crypto.randomUUID(),
    p_leaving: kind === 'transport' ? [1] : null,
    p_refund_amount: choice.refund_amount,
  };
  const reduce = () => rpc(stack, who, 'reduce_people', request);
  const [reduced] = await Promise.all([reduce(), reduce()]);
  count(log, reduced.status === 200 ? 'came with fewer' : `not fewer: ${String(reduced.body.hint ?? reduced.status)}`);
}

/** Of a departure that does not take place: another one, the money, or no answer, which gives the money back in time. */
export async function answerOffer({ stack, who, rng, log }: Trip): Promise<void> {
  const { body } = await rpc(stack, who, 'my_departure_offers', {});
  const offer = (Object.values(body) as Row[]).find(({ state }) => state === 'open');
  if (!offer || rng.chance(0.3)) return;
  const [choice] = (offer.choices ?? []) as Row[];
  const move = choice && rng.chance(0.6);
  const request = {
    p_offer_id: offer.offer_id,
    p_answer: move ? 'move' : 'refund',
    ...(move && { p_service_id: choice.service_id, p_timeslot_id: choice.timeslot_id, p_date: choice.service_date }),
  };
  const answer = () => rpc(stack, who, 'answer_departure_offer', request);
  const [answered] = await Promise.all([answer(), answer()]);
  const what = move ? 'moved by an offer' : 'took the money of an offer';
  count(log, answered.status === 200 ? what : `offer not answered: ${String(answered.body.hint ?? answered.status)}`);
}
