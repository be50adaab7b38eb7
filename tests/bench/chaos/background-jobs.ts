import sharp from 'sharp';
import { breakRows, mendRows } from './broken-rows.ts';
import type { ChaosStack } from './chaos-stack.ts';
import type { Going } from './clock.ts';
import { DEARER_OFFER_ROUNDS, payDearerOffers } from './dearer-offer-job.ts';
import { sellAtDock } from './dock-job.ts';
import { codeOfEmail } from './emails.ts';
import { bookedInCash, captured, heldByCard, type JobContext, textIn } from './job-context.ts';
import { decideByMinimum } from './minimum-job.ts';
import { callHealth, invoke, newPerson, PASSWORD, payByCard, rpc, signUp } from './people.ts';
import { addPeople, changeDate, giveAway } from './plans.ts';
import { readFeed, ringPhone, signTickets, unsubscribe } from './reading-jobs.ts';
import { Rng, wait } from './rng.ts';
import type { SeedData } from './seed-data.ts';
import { count, type TouristLog } from './trip.ts';
import { keepInWallet } from './wallet-job.ts';

/**
 * An event that is too rare in a run of a few minutes. It is caused on purpose, until the functions were killed at
 * each of its steps.
 */
interface BackgroundJob {
  name: string;
  /** The steps that it should reach. */
  steps: RegExp;
  run(job: JobContext): Promise<void>;
  /** The minimum number of repetitions, even if all its steps were reached. */
  rounds?: number;
}

const BACKGROUND_JOBS: BackgroundJob[] = [
  // Only the reconciler deletes forgotten files.
  { name: 'passport', steps: /_passport\b|passport_upload|storage/, run: handlePassports },
  { name: 'letter', steps: /contact|application|emails/, run: writeToTeam },
  { name: 'new colleague', steps: /invited_account|admin\/users/, run: addTeamMember },
  { name: 'farewell', steps: /account|deletion|admin\/users|token|logout|:bucket/, run: deleteAccount },
  { name: 'refund', steps: /refunds|capture|stripe_op|booking_email/, run: refundInParts },
  { name: 'second thoughts', steps: /cancel|payment|release_hold/, run: cancelPayments },
  { name: 'watcher', steps: /reconciler_health/, run: watch },
  { name: 'new plans', steps: /payment|capture/, run: changePlans },
  { name: 'feed', steps: /conditions_feed/, run: readFeed },
  { name: 'no more letters', steps: /stop_letters/, run: unsubscribe },
  { name: 'signed tickets', steps: /sign|ticket_key|passenger/, run: signTickets },
  { name: 'telephone', steps: /_push(es)?$/, run: ringPhone },
  { name: 'dock', steps: /dock/, run: sellAtDock },
  { name: 'wallet', steps: /wallet/, run: keepInWallet },
  { name: 'minimum', steps: /run_departures/, run: decideByMinimum, rounds: 4 },
  { name: 'dearer offer', steps: /offer/, run: payDearerOffers, rounds: DEARER_OFFER_ROUNDS },
  { name: 'broken row', steps: /dispute|trouble|events|op_error/, run: breakRowsOfPayment },
];
let jobsStarted = 0;

/** Runs the jobs in parallel, because one that waits for the functions to restart must not block the others. */
export async function runBackgroundJobs(
  stack: ChaosStack,
  seedData: SeedData,
  log: TouristLog,
  going: Going,
): Promise<void> {
  const missing = (job: BackgroundJob) => stack.faults.gaps().some(({ step }) => job.steps.test(step));
  const repeat = async (job: BackgroundJob) => {
    for (let round = 0; going(); round += 1) {
      if (round < (job.rounds ?? 1) || missing(job)) {
        jobsStarted += 1;
        const n = jobsStarted;
        await job.run({ stack, seedData, log, who: await newPerson(stack, `job-${n}`), n, going });
        count(log, `job: ${job.name}`);
      }
      // The pause limits the share of repeated requests in all requests of the functions.
      await wait(round < 3 ? 500 : 3000);
    }
  };
  await Promise.all(BACKGROUND_JOBS.map(repeat));
}

const IMAGE = await sharp({ create: { width: 120, height: 120, channels: 3, background: 'white' } })
  .png()
  .toBuffer();
const upload = async ({ stack, who }: JobContext) => textIn(await invoke(stack, who, 'passport', IMAGE), 'path');

/** Withdraws one image unused, books with one, opens and withdraws it, and abandons one. */
async function handlePassports(context: JobContext): Promise<void> {
  const { stack, seedData, who } = context;
  const unused = await upload(context);
  if (unused) await invoke(stack, who, 'remove-passport', { path: unused });
  const image = await upload(context);
  const booking = await bookedInCash(context, { passport_images: [image] });
  if (booking) {
    const which = { booking_id: booking };
    await invoke(stack, seedData.staff, 'open-passport', { ...which, position: 1 });
    await invoke(stack, who, 'remove-passport', { ...which, position: 1 });
    await rpc(stack, who, 'cancel_booking', { p_booking_id: booking });
  }
  const forgotten = await upload(context);
  if (forgotten)
    await stack.sql`update storage.objects set created_at = created_at - interval '2 days' where name = ${forgotten}`;
}

async function watch({ stack, log }: JobContext): Promise<void> {
  count(log, `watcher: ${(await callHealth(stack))?.status ?? 'no answer'}`);
}

async function writeToTeam({ stack, who, n }: JobContext): Promise<void> {
  await invoke(stack, who, 'send-contact-email', {
    name: 'Ana',
    subject: `Question ${n}`,
    message: 'Is there a boat?',
  });
  await invoke(stack, who, 'send-application', {
    kind: 'travel_partner',
    name: 'Hotel Ana',
    email: who.email,
    message: 'Our guests ask for boats.',
  });
}

/**
 * Invites a colleague, who chooses the first password and repeats the request, as after a lost response. For every
 * second address, another person has already signed up.
 */
async function addTeamMember({ stack, seedData, log, n }: JobContext): Promise<void> {
  const name = 'Ana Colleague';
  const email = `colleague-${n}@chaos.test`;
  if (n % 2 === 0) await signUp(stack, email);
  const invited = await rpc(stack, seedData.manager, 'create_invite', {
    p_email: email,
    p_roles: ['territory_staff'],
    p_territory_id: 'rio',
    p_full_name: name,
  });
  const code = await codeOfEmail(stack, stack.sql`recipient = ${email}`, email, /[?&]invite=([0-9a-f]+)/);
  count(log, `colleague: ${code ? 'invited' : (invited.body.hint ?? invited.status)}`);
  if (!code) return;
  const chosen = { code, full_name: name, password: PASSWORD };
  await invoke(stack, seedData.manager, 'accept-invitation', chosen);
  await invoke(stack, seedData.manager, 'accept-invitation', chosen);
}

/** Deletes an account with a file and a started payment. The reconciler finishes what is interrupted. */
async function deleteAccount(context: JobContext): Promise<void> {
  const { stack, who, log } = context;
  await upload(context);
  const { status } = await invoke(stack, who, 'delete-account', { password: PASSWORD }, 4);
  count(log, `farewell: ${status}`);
}

/** Charges a payment, then refunds a part as staff, then the rest. */
async function refundInParts(context: JobContext): Promise<void> {
  const { stack, seedData, who } = context;
  const hold = await heldByCard(context);
  if (!hold) return;
  await payByCard(stack, hold.secret, 'pm_card_visa');
  const booking = textIn(await invoke(stack, who, 'confirm-payment', { hold_id: hold.id }), 'booking_id');
  if (!booking) return;
  context.log.told.push({ kind: 'experience', id: booking });
  await invoke(stack, who, 'send-booking-email', { type: 'experience', booking_id: booking });
  const which = { p_booking_id: booking };
  const [payment] = await stack.sql<{ left: string }[]>`
    select private.from_minor(private.refundable_minor(p), p.currency) as left from private.payment_of(${booking}) p`;
  await rpc(stack, seedData.staff, 'refund_booking', { ...which, p_amount: 20, p_left: payment?.left });
  await invoke(stack, who, 'confirm-payment', { hold_id: hold.id });
  await rpc(stack, seedData.staff, 'set_booking_status', {
    ...which,
    p_status: 'refunded',
    p_from: 'paid',
    p_amount: Number(payment?.left) - 20,
  });
  await invoke(stack, who, 'confirm-payment', { hold_id: hold.id });
}

/**
 * Pays, charges, and then makes changes that cost more: another date, one more person, and a transfer of the
 * ticket.
 */
async function changePlans(context: JobContext): Promise<void> {
  const { stack, seedData, who, log, n, going } = context;
  const hold = await heldByCard(context);
  if (!hold) return;
  await payByCard(stack, hold.secret, 'pm_card_visa');
  const booking = textIn(await invoke(stack, who, 'confirm-payment', { hold_id: hold.id }), 'booking_id');
  if (!booking || !(await captured(stack, hold.secret.split('_secret_')[0] ?? '', going))) return;
  log.told.push({ kind: 'experience', id: booking });
  const trip = { stack, seedData, who, rng: new Rng(n), log, afterBooking: async () => undefined };
  const rise = () =>
    stack.sql`update public.experiences set shared_price = shared_price + 10 where id = ${seedData.services[0]?.id ?? ''}`;
  await rise();
  await changeDate(trip, booking);
  await rise();
  await addPeople(trip, 'experience', booking);
  await giveAway(trip, booking);
}

/**
 * Tries a declined card whose seats are released, a card form that stays open too long, and a payment unknown to
 * Stripe.
 */
async function cancelPayments(context: JobContext): Promise<void> {
  const { stack, who } = context;
  const declined = await heldByCard(context);
  if (declined) {
    await payByCard(stack, declined.secret, 'pm_card_chargeDeclined');
    await invoke(stack, who, 'confirm-payment', { hold_id: declined.id });
    await invoke(stack, who, 'release-hold', { hold_id: declined.id });
  }
  const open = await heldByCard(context);
  if (open) await stack.sql`update private.holds set expires_at = now() where id = ${open.id} and state = 'held'`;
  const lost = await heldByCard(context);
  if (lost)
    await stack.sql`update private.payments set payment_intent_id = ${`pi_lost${context.n}`}
      where id in (select payment_id from private.payment_lines where hold_id = ${lost.id})`;
}

/**
 * Makes a refund and a dispute of a payment whose rows can't be written. Each is retried until they can. The
 * dispute is won in the end, so that the amounts are as before.
 */
async function breakRowsOfPayment(context: JobContext): Promise<void> {
  const { stack, seedData, who, going } = context;
  const hold = await heldByCard(context);
  if (!hold) return;
  await payByCard(stack, hold.secret, 'pm_card_visa');
  const booking = textIn(await invoke(stack, who, 'confirm-payment', { hold_id: hold.id }), 'booking_id');
  if (!booking) return;
  const intent = hold.secret.split('_secret_')[0] ?? '';
  if (!(await captured(stack, intent, going))) return;
  await breakRows(stack, intent);
  const [payment] = await stack.sql<{ left: string }[]>`
    select private.from_minor(private.refundable_minor(p), p.currency) as left from private.payment_of(${booking}) p`;
  const part = { p_booking_id: booking, p_amount: 20, p_left: payment?.left };
  await rpc(stack, seedData.staff, 'refund_booking', part);
  await invoke(stack, who, 'confirm-payment', { hold_id: hold.id });
  const dispute = await stack.emulator('dispute', { payment_intent: intent, amount: 1000 });
  const troubles = () => stack.sql`select 1 from private.troubles where kind = 'stripe_event' limit 1`;
  while (going() && (await troubles()).length === 0) await wait(500);
  await mendRows(stack, intent);
  await stack.emulator('move_dispute', { dispute: dispute.id, status: 'won' });
}
