import type { BookingContext } from '../booking/support/context.ts';
import { brokenInvariants, daysFromNow } from '../booking/support/fixture.ts';
import { additionsIn } from '../changes/addition-support.ts';
import { call, type Json } from './support.ts';

/**
 * Helpers for cards that are authorised until the go/no-go decision. The service needs four guests, and costs
 * 175.50 per person.
 */
export function waitingCardsIn(context: BookingContext, daysAhead = 3) {
  const additions = additionsIn(context);
  const { sql } = additions;

  const setMinimum = (p_min_to_run: number | null) =>
    call(context.fixture, context.fixture.staff, 'set_run_minimum', {
      p_service_id: context.fixture.experience,
      p_min_to_run,
    });

  /** Creates the tourist's booking of two people on a departure in this many days, with an authorised card. */
  async function waits(more: Json = {}, { days = daysAhead, user = context.user } = {}) {
    context.fixture.date = daysFromNow(days);
    await setMinimum(4);
    return additions.paid({ num_people: 2, service_date: context.fixture.date, ...more }, user);
  }

  const decide = async (p_decision: string, date = context.fixture.date) => {
    const [departure] = await sql()`select id from public.departures
      where service_id = ${context.fixture.experience} and service_date = ${date}`;
    return call(context.fixture, context.fixture.staff, 'decide_departure', {
      p_departure_id: departure?.id,
      p_decision,
    });
  };

  /** Runs the departures job, and then the due Stripe operations. Returns the job's results. */
  async function minute(): Promise<Json> {
    const done = (await context.checkout.deps.admin('run_departures')) as Json;
    await additions.stripe();
    return done;
  }

  /** The team was asked, and didn't answer. */
  async function noGo(): Promise<void> {
    await sql()`insert into private.departure_decisions (departure_id, asked_at, decides_at)
      select id, now() - interval '1 hour', now() - interval '1 second' from public.departures where status = 'scheduled' and sold > 0`;
    await minute();
  }

  /** Reads the state of a booking and of its payment. */
  async function state(booking: string) {
    const [row] =
      await sql()`select f.status, f.payment_status as read, p.status as card, p.captured_minor::int as captured,
        p.amount_minor::int as amount, f.total_price::float as price, f.num_people as people,
        (select coalesce(sum(l.amount), 0)::float from private.ledger l where l.booking_id = f.id) as ledger
      from private.booking_facts f, private.payment_of(f.id) p where f.id = ${booking}`;
    return row;
  }
  const notes = async (booking: string) =>
    (
      await sql()`select detail ->> 'note' as note from public.booking_events where booking_id = ${booking} and detail ? 'note' order by id`
    ).map(({ note }) => note as string);
  const cardOf = (intent: string) => context.checkout.stripe.get(intent).status;
  /** Lets six days pass, so that the authorisations are about to expire at Stripe. */
  const sixDaysPass = () => sql()`update private.payments set capture_by = now() - interval '1 second'`;
  const broken = async () => ((await brokenInvariants(context.fixture)) as { rule: string }[]).map(({ rule }) => rule);

  return { ...additions, setMinimum, waits, decide, minute, noGo, state, notes, cardOf, sixDaysPass, broken };
}
