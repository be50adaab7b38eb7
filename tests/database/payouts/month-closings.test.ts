import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookThenWrite } from '../booking/support/concurrency.ts';
import { BookingContext } from '../booking/support/context.ts';
import { brokenInvariants, createUsers, grantRole, referUsers, refusal, signedIn } from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';

type Json = Record<string, unknown>;
const context = new BookingContext();
const sql = () => context.fixture.db.sql;
const ask = (name: string, more: Json = {}, who = context.fixture.manager) =>
  rpcFor(context.fixture.db, signedIn(who))(name, more) as Promise<Json[] & Json>;

interface Month extends Json {
  month: Date;
  state: string;
  version: string | null;
  sums: Json[];
}
const months = async (who?: string) =>
  (await ask('territory_months', { p_territory_id: 'rio' }, who)) as unknown as Month[];
const day = (date: Date) => date.toISOString().slice(0, 10);
const monthOf = async (month: string) => {
  const found = (await months()).find((one) => day(one.month) === month);
  if (!found) throw new Error(`There is no ${month}`);
  return found;
};
const close = (p_month: string, p_version: string | null, who?: string) =>
  ask('close_month', { p_territory_id: 'rio', p_month, p_version }, who);
const closeNow = async (month: string, who?: string) => close(month, (await monthOf(month)).version, who);
const payees = (month: string) => ask('month_payees', { p_territory_id: 'rio', p_month: month });
const lines = (p_statement_id: unknown, who?: string) => ask('month_statement_lines', { p_statement_id }, who);

/** The first day of the month this number of months ago, by the clock of the region. */
function ago(months: number): string {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' })
    .format(new Date())
    .split('-')
    .map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}
/** Makes what isn't frozen of a booking's money the one of a month, recorded on its last evening in Guatemala. */
const recordedIn = (booking: string, month: string) => sql()`
  update private.ledger l set created_at = private.month_end(${month}, 'rio') - interval '1 minute'
   where l.booking_id = ${booking} and not exists (select from private.month_closing_rows x where x.ledger_id = l.id)`;

/** A booking whose cash was taken in a month. */
async function soldIn(month: string, people = 1): Promise<string> {
  [context.user = ''] = await createUsers(sql(), 1);
  const booking = await context.bookCash({ num_people: people });
  await context.setStatus(booking, 'paid');
  await recordedIn(booking, month);
  return booking;
}
const figures = ({ payee, sold, corrected, refunded, disputed, earlier, amount }: Json) => [
  payee,
  ...[sold, corrected, refunded, disputed, earlier, amount].map(Number),
];
/** A promise that ends when the test says. */
function later() {
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}
const [running, last, before] = [ago(0), ago(1), ago(2)];

beforeEach(() => context.begin({ seats: 100 }));
afterEach(async () => {
  expect(await brokenInvariants(context.fixture)).toEqual([]);
  await context.fixture.db.drop();
});

describe('closing a month', () => {
  it('freezes what each payee earned, signed by the person and the time', async () => {
    const { fixture } = context;
    await soldIn(before, 2);
    await soldIn(last);
    expect((await months()).map(({ month, state }) => [day(month), state])).toEqual([
      [running, 'running'],
      [last, 'waiting'],
      [before, 'next'],
    ]);
    const open = await payees(before);
    expect(await closeNow(before)).toMatchObject({ outcome: 'closed', month: before });
    const [manager] = await sql()`select full_name from public.profiles where id = ${fixture.manager}`;
    expect(await monthOf(before)).toMatchObject({
      state: 'closed',
      closed_at: expect.any(Date),
      closed_by_name: manager?.full_name,
      sums: [{ currency_code: 'GTQ', sold: 351, refunded: 0, corrected: 0, disputed: 0, earlier: 0, amount: 351 }],
    });
    const frozen = await payees(before);
    expect(frozen).toMatchObject([
      { party: 'operator', payee: `operator:${fixture.guide}`, amount: '280.80' },
      { party: 'app', name: null, amount: '35.10' },
      { party: 'territory', payee: `territory:${fixture.manager}`, amount: '35.10' },
    ]);
    // The page showed the same figures while the month was open.
    expect(frozen.map(figures)).toEqual(open.map(figures));
    expect(
      await sql()`select action, territory_id, actor_id, detail from public.audit_log where action = 'month_closed'`,
    ).toEqual([
      {
        action: 'month_closed',
        territory_id: 'rio',
        actor_id: fixture.manager,
        detail: { month: before.slice(0, 7), amount: 351 },
      },
    ]);
    expect((await months()).map(({ state }) => state)).toEqual(['running', 'next', 'closed']);
  });

  it('puts a later refund and a later correction into the next open month, as such', async () => {
    const [refunded, undone] = [await soldIn(before, 2), await soldIn(before)];
    await closeNow(before);
    const frozen = await payees(before);
    const statement = frozen[0]?.statement_id;
    const lineOf = await lines(statement);
    await context.refund(refunded, 51);
    await recordedIn(refunded, last);
    await context.setStatus(undone, 'ordered');
    await recordedIn(undone, before); // its clock was wrong, or its transaction began before midnight
    await soldIn(last);
    expect(await payees(before)).toEqual(frozen);
    expect(await monthOf(last)).toMatchObject({
      sums: [{ sold: 175.5, refunded: -51, corrected: -175.5, earlier: -226.5, amount: -51 }],
    });
    await context.call(context.fixture.staff, 'set_booking_tag', refunded, { p_tag: 'VIP', p_on: true });
    await sql()`update public.bookings set booking_date = booking_date + 3 where id = ${refunded}`;
    await closeNow(last);
    expect(await payees(before)).toEqual(frozen);
    expect(await lines(statement)).toEqual(lineOf);
    expect(await lines((await payees(last)).find(({ party }) => party === 'operator')?.statement_id)).toMatchObject([
      { figure: 'refunded', earlier: true, booking_id: refunded, amount: '-40.80' },
      { figure: 'corrected', earlier: true, booking_id: undone, amount: '-140.40' },
      { figure: 'sold', earlier: false, amount: '140.40' },
    ]);
  });

  it('waits until the month is over and earlier ones are closed, and refuses months without sales', async () => {
    await soldIn(before);
    await soldIn(running);
    const refused = async (month: string, version = '0.0') => (await refusal(close(month, version))).code;
    expect(await refused(running)).toBe('month_not_over');
    expect(await refused(last)).toBe('earlier_month_open');
    expect(await refused(ago(3))).toBe('month_empty');
    expect(await refused(`${last.slice(0, 8)}02`)).toBe('invalid_input');
    expect((await refusal(close(null as never, '0.0'))).code).toBe('invalid_input');
    await closeNow(before);
    // Nothing was sold in this one, but it is between two others.
    expect(await closeNow(last)).toMatchObject({ outcome: 'closed' });
    expect(await refused(running)).toBe('month_not_over');
    expect(await sql()`select count(*)::int as closings from private.month_closings`).toEqual([{ closings: 2 }]);
  });

  it('is refused if the figures are other ones than on the page, and freezes nothing', async () => {
    await soldIn(before);
    const { version } = await monthOf(before);
    await soldIn(before);
    for (const seen of [version, null, 'x'])
      expect(await refusal(close(before, seen))).toMatchObject({ code: 'month_changed' });
    expect(await sql()`select from private.month_closings`).toHaveLength(0);
    expect(await sql()`select from private.month_closing_rows`).toHaveLength(0);
    expect(await closeNow(before)).toMatchObject({ outcome: 'closed' });
  });

  it('is refused for everyone but managers of the region and admins', async () => {
    const { fixture } = context;
    const [rival = '', partner = '', guest = '', admin = ''] = await createUsers(sql(), 4);
    await grantRole(sql(), rival, 'territory_manager', 'lago');
    await grantRole(sql(), partner, 'travel_partner', 'rio');
    await grantRole(sql(), admin, 'admin', null);
    await soldIn(before);
    const { version } = await monthOf(before);
    for (const who of [rival, partner, guest, fixture.guide, fixture.staff, fixture.shuttle]) {
      expect((await refusal(close(before, version, who))).code).toBe('forbidden');
      expect((await refusal(months(who))).code).toBe('forbidden');
      const asked = ask('month_payees', { p_territory_id: 'rio', p_month: before }, who);
      expect((await refusal(asked)).code).toBe('forbidden');
    }
    expect(await close(before, version, admin)).toMatchObject({ outcome: 'closed' });
  });
});

describe('one closing', () => {
  it('is made by all who ask at once, and each learns who made it', async () => {
    const [second = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), second, 'territory_manager', 'rio');
    await soldIn(before);
    const { version } = await monthOf(before);
    const people = [context.fixture.manager, second, context.fixture.manager, second];
    const answers = await Promise.all(people.map((who) => close(before, version, who)));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['already', 'already', 'already', 'closed']);
    expect(new Set(answers.map(({ closed_by_name }) => closed_by_name)).size).toBe(1);
    expect(await sql()`select from private.month_closings`).toHaveLength(1);
    expect(await sql()`select from private.month_closing_sums`).toHaveLength(3);
  });

  it('would be several ones if each only looked before it wrote', async () => {
    await sql()`alter table private.month_closings drop constraint month_closings_territory_id_month_key`;
    const look = () => sql()`select from private.month_closings`;
    await lookThenWrite(3, look, async (seen) => {
      if (seen.length === 0)
        await sql()`insert into private.month_closings (territory_id, month) values ('rio', ${before})`;
    });
    expect(await look()).toHaveLength(3);
  });

  it('is the answer to a repeated request, even when the figures have changed since', async () => {
    const booking = await soldIn(before);
    const { version } = await monthOf(before);
    const first = await close(before, version);
    await context.refund(booking, 10);
    expect(await close(before, version)).toEqual({ ...first, outcome: 'already' });
  });

  it('is made whole or not at all if the process is killed', async () => {
    await soldIn(before);
    const { version } = await monthOf(before);
    const process = postgres(context.fixture.db.url, { max: 1 });
    const connection = await process.reserve();
    const claims = JSON.stringify(signedIn(context.fixture.manager));
    await connection`begin`;
    await connection`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
    await connection`select public.close_month('rio', ${before}, ${version})`;
    await process.end({ timeout: 0 });
    expect(await sql()`select from private.month_closings`).toHaveLength(0);
    expect(await close(before, version)).toMatchObject({ outcome: 'closed' });
    expect(await close(before, version)).toMatchObject({ outcome: 'already' });
  });

  it('leaves a sale that began in its month and ended after it to the next month', async () => {
    await soldIn(before);
    const { version } = await monthOf(before);
    const booking = await context.bookCash();
    const { promise: closed, end } = later();
    const written = later();
    const sale = sql().begin(async (tx) => {
      await tx`select private.record_sale(${booking})`;
      await tx`update private.ledger set created_at = private.month_end(${before}, 'rio') - interval '1 second'
        where booking_id = ${booking}`;
      written.end();
      await closed;
    });
    await written.promise;
    expect(await close(before, version)).toMatchObject({ outcome: 'closed' });
    end();
    await sale;
    await sql()`update public.bookings set payment_status = 'completed', status = 'paid' where id = ${booking}`;
    expect(await monthOf(before)).toMatchObject({ sums: [{ sold: 175.5 }] });
    expect(await monthOf(last)).toMatchObject({ sums: [{ sold: 175.5, earlier: 0 }] });
    await closeNow(last);
    expect(await monthOf(last)).toMatchObject({ state: 'closed', sums: [{ sold: 175.5 }] });
  });

  it('cannot be changed or deleted by anyone, but forgets a deleted account', async () => {
    await soldIn(before);
    await closeNow(before);
    const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow('a closed month never changes');
    await refused(sql()`update private.month_closings set month = month - interval '1 month'`);
    await refused(sql()`update private.month_closings set closed_by = ${context.fixture.guide}`);
    await refused(sql()`update private.month_closing_sums set sold = sold + 1, amount = amount + 1`);
    await refused(sql()`update private.month_closing_rows set earlier = true`);
    for (const table of ['month_closing_rows', 'month_closing_sums', 'month_closings'])
      await refused(sql()`delete from ${sql()(`private.${table}`)}`);
    await sql()`update private.month_closings set closed_by = null`;
    await sql()`update private.month_closing_sums set payee_id = null where party = 'operator'`;
    expect(await monthOf(before)).toMatchObject({ state: 'closed', closed_by_name: null });
  });
});

describe('the statement of a payee', () => {
  it('is read by the payee, page by page, by managers of the region and admins, and by no one else', async () => {
    const { fixture } = context;
    const [rival = '', admin = ''] = await createUsers(sql(), 2);
    await grantRole(sql(), rival, 'territory_manager', 'lago');
    await grantRole(sql(), admin, 'admin', null);
    for (let sold = 0; sold < 3; sold += 1) await soldIn(before);
    await closeNow(before);
    const [mine] = await ask('my_month_statements', {}, fixture.guide);
    expect(mine).toMatchObject({
      territory_name: 'Río Dulce',
      party: 'operator',
      currency_symbol: 'Q',
      amount: '421.20',
    });
    expect(day(mine?.month as Date)).toBe(before);
    const whole = await lines(mine?.id, fixture.guide);
    expect(whole).toHaveLength(3);
    expect(whole.reduce((sum, { amount }) => sum + Number(amount) * 100, 0)).toBe(42_120);
    expect(JSON.stringify(whole)).not.toContain('Person');
    const args = { p_statement_id: mine?.id, p_limit: 2 };
    const first = await ask('month_statement_lines', args, fixture.guide);
    const rest = await ask('month_statement_lines', { ...args, p_after: first.at(-1)?.id }, fixture.guide);
    expect([...first, ...rest]).toEqual(whole);
    for (const who of [fixture.manager, admin]) expect(await lines(mine?.id, who)).toEqual(whole);
    for (const who of [fixture.staff, rival, context.user])
      expect((await refusal(lines(mine?.id, who))).code).toBe('statement_not_found');
    const manager = (await ask('my_month_statements', {}, fixture.manager))[0]?.id;
    expect((await refusal(lines(manager, fixture.guide))).code).toBe('statement_not_found');
    expect(await ask('my_month_statements', { p_before: before, p_before_id: mine?.id }, fixture.guide)).toEqual([]);
    expect(await ask('my_month_statements', {}, context.user)).toEqual([]);
  });

  it('belongs to the person who was paid, to the one who leads the trip, or to the partner', async () => {
    const { fixture } = context;
    const [guest = '', other = ''] = await createUsers(sql(), 2);
    const partner = await referUsers(sql(), [guest]);
    context.user = guest;
    const booking = await context.bookCash();
    await context.setStatus(booking, 'paid');
    await recordedIn(booking, before);
    await grantRole(sql(), other, 'tour_guide', 'rio');
    await context.startsIn(booking, -24);
    const pay = (party: string) =>
      context.call(fixture.manager, 'set_payout_status', booking, {
        p_party: party,
        p_status: 'paid',
        p_paid_on: ago(0),
        p_reference: 'BI 88213',
      });
    await pay('operator');
    await sql()`update public.bookings set guide_id = ${other} where id = ${booking}`;
    await closeNow(before);
    expect((await payees(before)).map(({ payee, amount }) => [payee, amount])).toEqual(
      expect.arrayContaining([
        [`operator:${fixture.guide}`, '122.85'],
        [`partner:${partner}`, '17.55'],
      ]),
    );
  });
});

it('the doctor reports a frozen figure that differs from its ledger rows', async () => {
  await soldIn(before);
  await closeNow(before);
  const change = (units: number) => sql()`
    update private.ledger set amount = amount + ${units} * case party when 'app' then 1 else -1 end
     where party in ('app', 'territory')`;
  await change(1);
  const rules = async () =>
    new Set((await brokenInvariants(context.fixture)).map((row) => (row as { rule: string }).rule));
  expect(await rules()).toContain('a closed month is what it froze');
  await change(-1);
});
