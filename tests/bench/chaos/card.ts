import { invoke, payByCard } from './people.ts';
import { wait } from './rng.ts';
import { count, type Trip } from './trip.ts';

const CARDS = [
  ...Array<string>(17).fill('pm_card_visa'),
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_threeDSecureRequired', // the challenge is never answered
];

/** Pays for held seats, of a booking or of a change. Returns the booking, if the tourist got it. */
export async function bookByCard({ stack, who, rng, log }: Trip, holdId: string): Promise<string | null> {
  const begin = () => invoke(stack, who, 'create-payment-intent', { hold_id: holdId });
  const [begun] = await Promise.all([begin(), ...(rng.chance(0.2) ? [begin()] : [])]);
  const secret = begun.body.client_secret;
  if (typeof secret !== 'string') {
    count(log, `no payment: ${String(begun.body.code ?? begun.status)}`);
    return null;
  }
  if (rng.chance(0.1)) {
    count(log, 'walked away from the card');
    return null;
  }
  await wait(rng.between(0, 800));
  const status = await payByCard(stack, secret, rng.pick(CARDS));
  count(log, `card: ${status}`);
  if (status !== 'requires_capture' && rng.chance(0.7)) return null;
  if (rng.chance(0.3)) {
    count(log, 'closed the page after paying');
    return null;
  }
  const release = rng.chance(0.05) ? [invoke(stack, who, 'release-hold', { hold_id: holdId })] : [];
  const [settled] = await Promise.all([invoke(stack, who, 'confirm-payment', { hold_id: holdId }), ...release]);
  count(log, `told: ${String(settled.body.state ?? settled.body.code ?? settled.status)}`);
  return typeof settled.body.booking_id === 'string' ? settled.body.booking_id : null;
}
