import { type Dice, wait } from './dice.ts';
import { invoke, type Person, payByCard, rpc } from './people.ts';
import type { Stage } from './stage.ts';
import { bookingRequest, type ChaosWorld } from './world.ts';

/** What happened, as the tourists saw it. */
export interface Diary {
  counts: Map<string, number>;
  /** Bookings that a tourist was told to have. */
  told: { kind: string; id: string }[];
}

export interface Trip {
  stage: Stage;
  world: ChaosWorld;
  who: Person;
  dice: Dice;
  diary: Diary;
  /** Called after each booking; how a run with `--break=decrement` does wrong. */
  afterBooking(service: string, people: number): Promise<void>;
}

const CARDS = [
  ...Array<string>(17).fill('pm_card_visa'),
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_threeDSecureRequired', // and the challenge is never answered
];

export function count({ counts }: Diary, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** One tourist's doings until the time is over: hold, pay, be impatient, walk away, cancel. */
export async function travel(trip: Trip, until: number): Promise<void> {
  while (Date.now() < until) {
    await bookOnce(trip);
    await wait(trip.dice.between(50, 900));
  }
}

async function bookOnce(trip: Trip): Promise<void> {
  const { stage, world, who, dice, diary } = trip;
  const { request, service } = bookingRequest(world, dice);
  const hold = await rpc(stage, who, 'create_hold', { p: request });
  const holdId = hold.body.hold_id;
  if (typeof holdId !== 'string') return count(diary, `no seats: ${String(hold.body.hint ?? hold.status)}`);
  count(diary, 'holds');
  // The same request again: a double click, an answer that got lost.
  if (dice.roll(0.2)) await rpc(stage, who, 'create_hold', { p: request });
  if (dice.roll(0.12)) return count(diary, 'walked away from the form');
  if (dice.roll(0.06)) {
    await rpc(stage, who, 'release_hold', { p_hold_id: holdId });
    return count(diary, 'gave the seats back');
  }
  const booking = request.payment_method === 'cash' ? await bookCash(trip, holdId) : await bookByCard(trip, holdId);
  if (!booking) return;
  count(diary, `booked ${request.booking_type} ${service.kind}, ${request.payment_method}`);
  diary.told.push({ kind: service.kind, id: booking });
  await trip.afterBooking(service.id, Number(request.num_people));
  if (dice.roll(0.3)) {
    await wait(dice.between(0, 1500));
    const cancelled = await rpc(stage, who, 'cancel_booking', { p_kind: service.kind, p_booking_id: booking });
    count(
      diary,
      cancelled.status === 200 ? 'cancelled' : `not cancelled: ${String(cancelled.body.hint ?? cancelled.status)}`,
    );
  }
}

async function bookCash({ stage, who, dice, diary }: Trip, holdId: string): Promise<string | null> {
  const book = () => rpc(stage, who, 'book_cash', { p_hold_id: holdId });
  const [booked] = await Promise.all([book(), ...(dice.roll(0.3) ? [book()] : [])]);
  if (typeof booked.body.booking_id === 'string') return booked.body.booking_id;
  count(diary, `no booking in cash: ${String(booked.body.hint ?? booked.status)}`);
  return null;
}

async function bookByCard({ stage, who, dice, diary }: Trip, holdId: string): Promise<string | null> {
  const begin = () => invoke(stage, who, 'create-payment-intent', { hold_id: holdId });
  const [begun] = await Promise.all([begin(), ...(dice.roll(0.2) ? [begin()] : [])]);
  const secret = begun.body.client_secret;
  if (typeof secret !== 'string') {
    count(diary, `no payment: ${String(begun.body.code ?? begun.status)}`);
    return null;
  }
  if (dice.roll(0.1)) {
    count(diary, 'walked away from the card');
    return null;
  }
  await wait(dice.between(0, 800));
  const status = await payByCard(stage, secret, dice.pick(CARDS));
  count(diary, `card: ${status}`);
  if (status !== 'requires_capture' && dice.roll(0.7)) return null;
  if (dice.roll(0.3)) {
    count(diary, 'closed the page after paying');
    return null;
  }
  const release = dice.roll(0.05) ? [rpc(stage, who, 'release_hold', { p_hold_id: holdId })] : [];
  const [settled] = await Promise.all([invoke(stage, who, 'confirm-payment', { hold_id: holdId }), ...release]);
  count(diary, `told: ${String(settled.body.state ?? settled.body.code ?? settled.status)}`);
  return typeof settled.body.booking_id === 'string' ? settled.body.booking_id : null;
}
