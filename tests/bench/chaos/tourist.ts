import { bookByCard } from './card.ts';
import { invoke, rpc } from './people.ts';
import { addPeople, answerOffer, changeDate, dropOut, giveAway, offeredSeats, waitForSeats } from './plans.ts';
import { wait } from './rng.ts';
import { bookingRequest, type Wish } from './seed-data.ts';
import { count, type Trip } from './trip.ts';

/**
 * Runs one tourist until the end: holds, pays, repeats, leaves, joins waitlists, changes plans, transfers tickets,
 * cancels.
 */
export async function travel(trip: Trip, until: number): Promise<void> {
  while (Date.now() < until) {
    await bookOnce(trip, (await offeredSeats(trip)) ?? bookingRequest(trip.seedData, trip.rng));
    await answerOffer(trip);
    await wait(trip.rng.between(50, 900));
  }
}

async function bookOnce(trip: Trip, { request, service }: Wish): Promise<void> {
  const { stack, who, rng, log } = trip;
  const hold = await rpc(stack, who, 'create_hold', { p: request });
  const holdId = hold.body.hold_id;
  if (typeof holdId !== 'string') {
    count(log, `no seats: ${String(hold.body.hint ?? hold.status)}`);
    if (hold.body.hint === 'sold_out') await waitForSeats(trip, request);
    return;
  }
  count(log, 'holds');
  // Repeats a request, as after a double click or a lost response.
  if (rng.chance(0.2)) await rpc(stack, who, 'create_hold', { p: request });
  if (rng.chance(0.12)) return count(log, 'walked away from the form');
  if (rng.chance(0.06)) {
    await invoke(stack, who, 'release-hold', { hold_id: holdId });
    return count(log, 'gave the seats back');
  }
  const booking = request.payment_method === 'cash' ? await bookCash(trip, holdId) : await bookByCard(trip, holdId);
  if (!booking) return;
  count(log, `booked ${request.booking_type} ${service.kind}, ${request.payment_method}`);
  log.told.push({ kind: service.kind, id: booking });
  await trip.afterBooking(service.id, Number(request.num_people));
  if (rng.chance(0.25)) await changeDate(trip, booking);
  if (rng.chance(0.25)) await dropOut(trip, service.kind, booking);
  if (rng.chance(0.25)) await addPeople(trip, service.kind, booking);
  // From then on, the new holder decides.
  const holder = rng.chance(0.25) ? await giveAway(trip, booking) : who;
  if (holder !== who && rng.chance(0.3)) await changeDate({ ...trip, who: holder }, booking);
  if (rng.chance(0.3)) {
    await wait(rng.between(0, 1500));
    const cancelled = await rpc(stack, holder, 'cancel_booking', { p_booking_id: booking });
    count(
      log,
      cancelled.status === 200 ? 'cancelled' : `not cancelled: ${String(cancelled.body.hint ?? cancelled.status)}`,
    );
  }
}

async function bookCash({ stack, who, rng, log }: Trip, holdId: string): Promise<string | null> {
  const book = () => rpc(stack, who, 'book_cash', { p_hold_id: holdId });
  const [booked] = await Promise.all([book(), ...(rng.chance(0.3) ? [book()] : [])]);
  if (typeof booked.body.booking_id === 'string') return booked.body.booking_id;
  count(log, `no booking in cash: ${String(booked.body.hint ?? booked.status)}`);
  return null;
}
