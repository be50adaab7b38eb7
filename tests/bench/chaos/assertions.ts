import { checkUp } from '../../../scripts/doctor/check-up.ts';
import type { ChaosStack } from './chaos-stack.ts';
import type { Finding } from './finding.ts';
import { compareMinimums } from './minimum-assertions.ts';
import { compareOffers } from './offer-assertions.ts';
import { comparePhones } from './phone-assertions.ts';
import type { TouristLog } from './trip.ts';

export interface Money {
  currency: string;
  captured: number;
  refunded: number;
}

interface Charge {
  amount_captured: number;
  amount_refunded: number;
}
interface Intent {
  id: string;
  status: string;
  currency: string;
  latest_charge: Charge | null;
}
interface Page<T> {
  data: T[];
  has_more: boolean;
}

/**
 * Checks all invariants at the end of a run, read independently from the database, Stripe, the mailbox and the
 * tourists' records.
 */
export async function audit(
  stack: ChaosStack,
  log: TouristLog,
): Promise<{ findings: Finding[]; money: Money[]; intents: number }> {
  const doctor = await checkUp(stack.databaseUrl);
  const findings: Finding[] = doctor.rows.map(({ rule, ...row }) => ({ check: `doctor: ${rule}`, ...row }));
  const intents = await allIntents(stack);
  findings.push(...(await compareIntents(stack, intents)));
  const money = sumUp(intents);
  findings.push(...(await compareLedger(stack, money)));
  findings.push(...(await compareRefunds(stack)));
  findings.push(...(await compareMails(stack)));
  findings.push(...(await comparePhones(stack)));
  findings.push(...(await compareChanges(stack)));
  findings.push(...(await compareMinimums(stack)));
  findings.push(...(await compareOffers(stack, log.toldOfPlaces)));
  findings.push(...(await compareMemory(stack, log)));
  return { findings, money, intents: intents.length };
}

async function stripe<T>({ stripe: url, keys }: ChaosStack, path: string): Promise<T> {
  const response = await fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${keys.stripeSecret}` } });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function all<T extends { id: string }>(stack: ChaosStack, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let page: Page<T> | undefined; !page || page.has_more; ) {
    const last = items.at(-1);
    page = await stripe<Page<T>>(stack, `${path}limit=100${last ? `&starting_after=${last.id}` : ''}`);
    items.push(...page.data);
  }
  return items;
}

/** Returns every PaymentIntent that Stripe ever made, whether or not we know of it. */
async function allIntents(stack: ChaosStack): Promise<Intent[]> {
  const events = await all<{ id: string; data: { object: { id: string } } }>(
    stack,
    'events?type=payment_intent.created&',
  );
  const intents: Intent[] = [];
  for (const { data } of events)
    intents.push(await stripe<Intent>(stack, `payment_intents/${data.object.id}?expand[]=latest_charge`));
  return intents;
}

const captured = (intent: Intent) => (intent.status === 'succeeded' ? (intent.latest_charge?.amount_captured ?? 0) : 0);
const refunded = (intent: Intent) => (intent.status === 'succeeded' ? (intent.latest_charge?.amount_refunded ?? 0) : 0);

async function compareIntents({ sql }: ChaosStack, intents: Intent[]): Promise<Finding[]> {
  // A card payment replaced by cash was refunded in full.
  const rows = await sql<{ id: string; captured: string; refunded: string; known: string }[]>`
    select payment_intent_id as id,
           case when private.is_at_stripe(p) then captured_minor else private.card_minor(p) end as captured,
           case when private.is_at_stripe(p) then refunded_minor else private.card_minor(p) end as refunded,
           p.status || (select ', ' || h.state from private.holds h where h.id = p.hold_id)
             || coalesce((select ', ' || string_agg(o.op || ' ' || o.state || coalesce(' ' || o.last_error, ''), ', ')
                            from private.stripe_ops o where o.payment_intent_id = p.payment_intent_id), '') as known
      from private.charges p where payment_intent_id is not null`;
  const known = new Map(rows.map((row) => [row.id, row]));
  return intents.flatMap((intent): Finding[] => {
    const row = known.get(intent.id);
    const theirs = `${captured(intent)} − ${refunded(intent)}`;
    const ours = row ? `${row.captured} − ${row.refunded}` : '0 − 0';
    const found: Finding[] = [];
    if (theirs !== ours)
      found.push({ check: 'Stripe = our books', subject: intent.id, expected: theirs, actual: ours });
    if (intent.status === 'requires_capture')
      found.push({
        check: 'no card stays blocked',
        subject: intent.id,
        expected: 'captured or canceled',
        actual: `${intent.status}; we know: ${row?.known ?? 'nothing'}`,
      });
    return found;
  });
}

function sumUp(intents: Intent[]): Money[] {
  const sums = new Map<string, Money>();
  for (const intent of intents) {
    const sum = sums.get(intent.currency) ?? { currency: intent.currency, captured: 0, refunded: 0 };
    sum.captured += captured(intent);
    sum.refunded += refunded(intent);
    sums.set(intent.currency, sum);
  }
  return [...sums.values()];
}

/** Per currency, the amount left at Stripe must equal the ledger's shares of the card bookings. */
async function compareLedger({ sql }: ChaosStack, money: Money[]): Promise<Finding[]> {
  const rows = await sql<{ currency: string; minor: string }[]>`
    select lower(l.currency_code) as currency, private.to_minor(sum(l.amount), l.currency_code) as minor
      from private.ledger l
      join private.charges p on p.booking_id = l.booking_id and not p.of_change
     where private.is_at_stripe(p) group by l.currency_code`;
  const booked = new Map(rows.map((row) => [row.currency, Number(row.minor)]));
  return money
    .map((one) => ({ ...one, expected: one.captured - one.refunded, actual: booked.get(one.currency) ?? 0 }))
    .filter(({ expected, actual }) => expected !== actual)
    .map(({ currency, expected, actual }) => ({
      check: 'captured − refunded at Stripe = ledger',
      subject: currency,
      expected: String(expected),
      actual: String(actual),
    }));
}

/** Checks that each requested refund was made once. */
async function compareRefunds(stack: ChaosStack): Promise<Finding[]> {
  const made = await all<{ id: string; payment_intent: string; metadata: { operation?: string } }>(stack, 'refunds?');
  const times = new Map<string, number>();
  for (const { payment_intent, metadata } of made) {
    const name = `${payment_intent}:${metadata.operation}`;
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  const ops = await stack.sql<{ name: string; state: string }[]>`
    select payment_intent_id || ':' || op as name, state from private.stripe_ops where op like 'refund:%'`;
  const states = new Map(ops.map((op) => [op.name, op.state]));
  const names = new Set([...times.keys(), ...states.keys()]);
  return [...names]
    .filter((name) => (times.get(name) ?? 0) !== (states.get(name) === 'done' ? 1 : 0))
    .map((name) => ({
      check: 'each refund once',
      subject: name,
      expected: states.get(name) === 'done' ? '1' : `0 (${states.get(name) ?? 'never asked for'})`,
      actual: String(times.get(name) ?? 0),
    }));
}

interface InboxMail {
  messageId?: string;
  subject: string;
  to: { address: string }[];
}

/** The subject of the email that the auth service sends to people who sign up. */
const CONFIRM_SUBJECT = 'Confirm your email for Territorio';

/** Checks that the mailbox has one email per sent key and no others, and one for each active confirmed booking. */
async function compareMails({ sql, inbox, mails }: ChaosStack): Promise<Finding[]> {
  const messages = (await (await fetch(`${inbox}/email`)).json()) as InboxMail[];
  const arrived = new Map<string, number>();
  const unknown: Finding[] = [];
  const keyOf = new Map([...mails].flatMap(([key, ids]) => [...ids].map((id) => [id, key] as const)));
  for (const { messageId = '', subject, to } of messages) {
    const key = keyOf.get(messageId.replace(/^<|@.*$/g, ''));
    if (key) arrived.set(key, (arrived.get(key) ?? 0) + 1);
    else if (subject !== CONFIRM_SUBJECT)
      unknown.push({ check: 'no mail twice', subject: `${to[0]?.address}: ${subject}`, expected: '0', actual: '1' });
  }
  const rows = await sql<{ key: string; state: string; due: boolean }[]>`
    select o.dedupe_key as key, o.state, coalesce(b.due, false) as due from private.outbox o
      left join (select 'email:booking_confirmation:' || f.kind || ':' || f.id as key,
                        private.is_live(f.status) and (f.payment_method = 'cash' or f.payment_status = 'completed') as due
                   from private.booking_facts f) b on b.key = o.dedupe_key
     where o.kind = 'email'`;
  const wrong = rows
    .map((row) => ({ ...row, actual: arrived.get(row.key) ?? 0, expected: row.state === 'sent' || row.due ? 1 : 0 }))
    // An email whose worker died before recording it may have become unnecessary before the next attempt.
    .filter(({ state, actual, expected }) => (state === 'discarded' ? actual > 1 : actual !== expected))
    .map(({ key, state, expected, actual }) => ({
      check: 'each mail once',
      subject: `${key} (${state})`,
      expected: String(expected),
      actual: String(actual),
    }));
  return [...unknown, ...wrong];
}

/**
 * Checks that each change, each accepted offer after a cancelled departure, and each ticket transfer has one email
 * of each kind and one history entry.
 */
async function compareChanges({ sql }: ChaosStack): Promise<Finding[]> {
  const rows = await sql<{ subject: string; actual: string }[]>`
    with wanted as (
      select case when c.moved_to is not null then 'booking_moved' when c.people > c.people_before then 'booking_enlarged' else 'booking_reduced' end
               as template, c.id, c.booking_id as booking
        from private.booking_changes c
       where not exists (select 1 from private.departure_offers o
                          where o.booking_id = c.booking_id and o.departure_id = c.moved_from and o.moved_to = c.moved_to)
      union all
      select 'booking_moved', o.id, o.booking_id from private.departure_offers o where o.state = 'moved'
      union all
      select x, t.id, t.booking_id
        from private.ticket_transfers t, unnest('{transfer_ticket,transfer_accepted}'::text[]) x where t.state = 'accepted')
    select w.template || ' ' || w.id as subject, count(o.id) as actual
      from wanted w left join private.outbox o
        on o.kind = 'email' and o.template = w.template and o.payload ->> 'booking_id' = w.booking::text and o.dedupe_key like '%:' || w.id
     group by 1 having count(o.id) <> 1
    union all
    select 'history of ' || b.id, n.steps - n.accepted
      from private.booking_facts b
      cross join lateral (select
        (select count(*) from public.booking_events e where e.booking_id = b.id and e.detail ? 'given') as steps,
        (select count(*) from private.ticket_transfers t where t.booking_id = b.id and t.state = 'accepted') as accepted) n
     where n.steps <> n.accepted`;
  return rows.map(({ subject, actual }) => ({ check: 'each change told once', subject, expected: '1', actual }));
}

/** Checks that each booking confirmed to a tourist exists. */
async function compareMemory({ sql }: ChaosStack, { told }: TouristLog): Promise<Finding[]> {
  const rows = await sql<{ id: string }[]>`select id from private.booking_facts`;
  const there = new Set(rows.map((row) => row.id));
  return told
    .filter(({ id }) => !there.has(id))
    .map(({ id }) => ({ check: 'who was told has a booking', subject: id, expected: '1', actual: '0' }));
}
