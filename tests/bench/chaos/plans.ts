import { waiverVersion } from '../../../src/features/booking/waiver/version.ts';
import { bookByCard } from './card.ts';
import { codeOfEmail } from './emails.ts';
import { type Answered, type Person, rpc } from './people.ts';
import { wait } from './rng.ts';
import { type Wish, wishFor } from './seed-data.ts';
import { count, type Trip } from './trip.ts';

// Changed plans: waitlists, another date, fewer or more people, a ticket transfer, a cancelled departure.

type Row = Record<string, unknown>;

const BUSY = ['offer_payment_in_progress', 'addition_open'];
const BUSY_ATTEMPTS = 15;

/** Retries as the app asks people to: in a moment, while a card or a change is being charged. */
async function patiently(press: () => Promise<Answered>): Promise<Answered> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await press();
    const refusal = answer.body.refusal as Row | null | undefined;
    if (!BUSY.includes(String(refusal?.code ?? answer.body.hint)) || attempt >= BUSY_ATTEMPTS) return answer;
    await wait(1000);
  }
}

/** Joins the waitlist of a sold-out departure. */
export async function waitForSeats({ stack, who, log }: Trip, request: Row): Promise<void> {
  const { status, body } = await rpc(stack, who, 'join_waitlist', { p: request });
  count(log, status === 200 ? 'waits for seats' : `does not wait: ${String(body.hint ?? status)}`);
}

/** Returns the offered seats, as a request to book them. */
export async function offeredSeats({ stack, who, rng, seedData, log }: Trip): Promise<Wish | null> {
  const { body } = await rpc(stack, who, 'my_waitlist', {});
  const entry = (Object.values(body) as Row[]).find(({ state }) => state === 'offered');
  const service = seedData.services.find(({ id }) => id === entry?.service_id);
  if (!entry || !service) return null;
  if (rng.chance(0.2)) {
    await rpc(stack, who, 'leave_waitlist', { p_entry_id: entry.entry_id });
    count(log, 'left the waitlist');
    return null;
  }
  count(log, 'goes on with offered seats');
  return wishFor(service, rng, {
    service_date: String(entry.service_date),
    booking_type: String(entry.booking_type),
    num_people: Number(entry.num_people),
  });
}

/** The booking as the page of a change showed it. */
const shownIn = ({ service_date, start_time, num_people, unpaid_change }: Row) => ({
  booking: { service_date, start_time, people: num_people },
  unpaid_change: (unpaid_change as Row | null)?.hold_id ?? null,
});

/** Changes to another date of the same service and repeats the request. A more expensive one is paid, or not. */
export async function changeDate(trip: Trip, booking: string): Promise<void> {
  const { stack, who, rng, log } = trip;
  const { body } = await rpc(stack, who, 'change_options', { p_booking_id: booking });
  const { choices = [], refund_amount, extra_amount } = (body.date ?? {}) as Row & { choices?: Row[] };
  if (choices.length === 0) return;
  const to = rng.pick(choices);
  const change = () =>
    rpc(stack, who, 'change_booking', {
      p_booking_id: booking,
      p_steps: [{ step: 'date', service_date: to.service_date, slot_id: to.slot_id }],
      p_key: key,
      p_shown: { refund_amount, extra_amount, ...shownIn(body) },
    });
  const key = crypto.randomUUID();
  const [changed] = await Promise.all([change(), change()]);
  if (changed.status !== 200) return count(log, `date not changed: ${String(changed.body.hint ?? changed.status)}`);
  if (!(await payForChange(trip, changed.body))) count(log, 'changed the date');
  else count(log, 'paid for a dearer date');
}

/** Pays for the seats held for a change. Returns whether there was anything to pay. */
async function payForChange(trip: Trip, changed: Row): Promise<boolean> {
  const hold = changed.hold as Row | null;
  if (hold) await bookByCard(trip, String(hold.hold_id));
  return hold !== null;
}

/** Adds one person, repeats the request, and pays or not. */
export async function addPeople(trip: Trip, kind: string, booking: string): Promise<void> {
  const { stack, who, log } = trip;
  const { body } = await patiently(() => rpc(stack, who, 'change_options', { p_booking_id: booking }));
  const more = (body.more ?? {}) as Row;
  const refusal = more.refusal as Row | null | undefined;
  if (refusal !== null) return count(log, `nobody added: ${String(refusal?.code ?? body.hint)}`);
  const request = {
    p_booking_id: booking,
    p_steps: [
      {
        step: 'party',
        people: Number(body.num_people) + 1,
        passengers: kind === 'transport' ? [{ name: 'Passenger who came along', country: 'GT' }] : [],
      },
    ],
    p_key: crypto.randomUUID(),
    p_shown: { refund_amount: 0, extra_amount: (more.choices as Row[])[0]?.extra_amount, ...shownIn(body) },
  };
  const add = () => rpc(stack, who, 'change_booking', request);
  const [added] = await Promise.all([patiently(add), add()]);
  if (added.status !== 200) return count(log, `nobody added: ${String(added.body.hint ?? added.status)}`);
  count(log, (await payForChange(trip, added.body)) ? 'paid for one more' : 'came with one more');
}

/**
 * Transfers the ticket to another tourist, who accepts twice, while its giver may cancel at that moment. Returns
 * who decides about it now.
 */
export async function giveAway(trip: Trip, booking: string): Promise<Person> {
  const { stack, who, rng, log, seedData } = trip;
  const which = { p_booking_id: booking };
  const friend = rng.pick(seedData.tourists.filter(({ id }) => id !== who.id));
  const start = () => rpc(stack, who, 'start_ticket_transfer', { ...which, p_email: friend.email, p_full_name: 'Ana' });
  const [offered] = await Promise.all([patiently(start), start()]);
  const transfer = offered.body.transfer_id;
  if (typeof transfer !== 'string') {
    count(log, `ticket not offered: ${String(offered.body.hint ?? offered.status)}`);
    return who;
  }
  const letter = stack.sql`dedupe_key = ${`email:transfer_invite:${transfer}`}`;
  const token = await codeOfEmail(stack, letter, friend.email, /ticket-transfer#([0-9a-f]+)/);
  const linked = await rpc(stack, friend, 'ticket_transfer_by_link', { p_token: token });
  const ticket = linked.body.ticket as Row | null | undefined;
  const form = {
    version: ticket?.version,
    whatsapp_number: '+50255599999',
    country: 'SV',
    waiver_version: waiverVersion,
    passenger_details: Array.from({ length: Number(ticket?.num_people ?? 0) }, (_, n) => ({ name: `Friend ${n + 1}` })),
  };
  const accept = () => rpc(stack, friend, 'accept_ticket_transfer', { p_token: token, p: form });
  const meanwhile = rng.chance(0.2)
    ? [rpc(stack, who, 'cancel_booking', which)]
    : rng.chance(0.15)
      ? [rpc(stack, who, 'withdraw_ticket_transfer', { p_transfer_id: transfer })]
      : [];
  const [accepted] = await Promise.all([accept(), accept(), ...meanwhile]);
  if (accepted.status === 200) {
    count(log, 'gave a ticket away');
    return friend;
  }
  count(log, `ticket not accepted: ${String(accepted.body.hint ?? accepted.status)}`);
  return who;
}

/** Drops one person and repeats the request. */
export async function dropOut({ stack, who, log }: Trip, kind: string, booking: string): Promise<void> {
  const { body } = await rpc(stack, who, 'change_options', { p_booking_id: booking });
  const [choice] = ((body.fewer as Row | undefined)?.choices ?? []) as Row[];
  if (!choice) return;
  const request = {
    p_booking_id: booking,
    p_steps: [{ step: 'party', people: choice.people, leaving: kind === 'transport' ? [1] : null }],
    p_key: crypto.randomUUID(),
    p_shown: { refund_amount: choice.refund_amount, extra_amount: 0, ...shownIn(body) },
  };
  const reduce = () => rpc(stack, who, 'change_booking', request);
  const [reduced] = await Promise.all([reduce(), reduce()]);
  count(log, reduced.status === 200 ? 'came with fewer' : `not fewer: ${String(reduced.body.hint ?? reduced.status)}`);
}

/**
 * Answers after a cancelled departure: another one, a more expensive one that is paid or not, the refund, or no
 * answer, which leads to a refund in time.
 */
export async function answerOffer(trip: Trip): Promise<void> {
  const { stack, who, rng, log } = trip;
  const { body } = await rpc(stack, who, 'my_departure_offers', {});
  const offer = (Object.values(body) as Row[]).find(({ state }) => state === 'open');
  if (!offer || rng.chance(0.3)) return;
  const choices = (offer.choices ?? []) as Row[];
  const choice = choices.length > 0 && rng.chance(0.6) ? rng.pick(choices) : null;
  const request = { p_offer_id: offer.offer_id, ...(choice ? moveTo(choice) : { p_answer: 'refund' }) };
  const answer = () => rpc(stack, who, 'answer_departure_offer', request);
  const [answered] = await Promise.all([answer(), answer()]);
  if (answered.status !== 200)
    return count(log, `offer not answered: ${String(answered.body.hint ?? answered.status)}`);
  if (await payForChange(trip, answered.body)) return count(log, 'paid for a dearer offer');
  count(log, choice ? 'moved by an offer' : 'took the money of an offer');
}

/** Returns the answer to an offer that selects one of its choices. */
export const moveTo = (choice: Row) => ({
  p_answer: 'move',
  p_service_id: choice.service_id,
  p_slot_id: choice.slot_id,
  p_date: choice.service_date,
  p_extra_amount: choice.extra_amount,
});
