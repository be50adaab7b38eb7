import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '../booking/support/concurrency.ts';
import { brokenInvariants, createUsers, grantRole, refusal } from '../booking/support/fixture.ts';
import { createManagementContext, type ManagementContext } from '../booking/support/management.ts';
import { all, createPayouts, type Payee, type Payouts } from './support.ts';

let management: ManagementContext;
let payouts: Payouts;
let tourists: string[];
beforeAll(async () => {
  management = await createManagementContext();
  payouts = createPayouts(management);
  // Its limits are tested in floods.test.ts.
  await management.fixture.db.sql`update private.limits set value = 1000 where name = 'payout.payee_day'`;
});
afterAll(() => management.fixture.db.drop());
beforeEach(async () => {
  tourists = await createUsers(management.fixture.db.sql, 3);
});

const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100);
const due = async (party: string): Promise<number> =>
  (await payouts.toPay()).filter((one) => one.party === party).reduce((sum, one) => sum + cents(one.due), 0);
const payAll = async (payee: Payee) => {
  const answer = await payouts.pay(management.fixture.manager, { choices: [all(payee)] });
  if (answer.outcome !== 'paid') throw new Error(JSON.stringify(answer));
  return answer.payouts[0] as string;
};
const sums = () => management.fixture.db.sql<{ amount: string; lines: string; reverses: string | null }[]>`
  select p.amount, p.reverses, (select sum(l.amount) from public.payout_lines l where l.payout_id = p.id) as lines from public.payouts p`;

describe('the payable amount', () => {
  it('is what trips that have begun have earned, without future, cancelled and unpaid ones', async () => {
    const { fixture } = management;
    const [first = '', second = '', third = ''] = tourists;
    const before = await due('operator');
    await payouts.sold(first, 2);
    const ahead = await management.bookCash(second, 1);
    await management.setStatus(fixture.staff, ahead, 'paid');
    await management.bookCash(third, 1); // nobody has paid it
    const [guide] = (await payouts.toPay()).filter((one) => one.party === 'operator');
    expect(await due('operator')).toBe(before + 28_080);
    expect(guide).toMatchObject({ payee: `operator:${fixture.guide}`, ahead: '140.40', held: '0' });

    await management.payOut(fixture.manager, ahead, 'operator', 'cancelled');
    expect((await payouts.toPay()).find((one) => one.party === 'operator')).toMatchObject({ ahead: '0' });
  });

  it('waits while a refund is in progress or a payment is disputed', async () => {
    const { fixture, checkout } = management;
    const card = await management.payByCard(tourists[0] as string, 'experience');
    await drain(fixture, checkout);
    await fixture.db.sql`update public.bookings set booking_date = current_date - 2 where id = ${card.id}`;
    const before = await due('operator');
    await management.ask(fixture.staff, `select public.refund_booking('${card.id}', 50, 175.5)`);
    expect(await due('operator')).toBe(before - 14_040);
    await drain(fixture, checkout);
    expect(await due('operator')).toBe(before - 4000);
  });
});

describe('a payout', () => {
  it('is stored with its lines, marks the bookings, and notifies the payee in the app and by email', async () => {
    const { fixture, ask } = management;
    const booking = await payouts.sold(tourists[0] as string, 2);
    const guide = await payouts.payee('operator');
    const id = await payAll(guide);
    expect(await due('operator')).toBe(0);
    expect(
      await fixture.db
        .sql`select p.amount, p.reference, p.payee_id, p.created_by, (p.paid_on = current_date - 1) as yesterday
        from public.payouts p where p.id = ${id}`,
    ).toMatchObject([
      {
        amount: guide.due,
        reference: 'Transfer BI 88213',
        payee_id: fixture.guide,
        created_by: fixture.manager,
        yesterday: true,
      },
    ]);
    expect(
      await fixture.db.sql`select operator_status, territory_status from public.bookings where id = ${booking.id}`,
    ).toEqual([{ operator_status: 'paid', territory_status: 'pending' }]);
    const [mail] = await fixture.db
      .sql`select recipient, private.mail_contents(o) as data from private.outbox o where template = 'payout'
      and payload ->> 'payout_id' = ${id}`;
    expect(mail?.data).toMatchObject({
      amount: Number(guide.due),
      reference: 'Transfer BI 88213',
      territory_name: 'Río Dulce',
    });
    await drain(fixture, management.checkout);
    expect(
      await fixture.db
        .sql`select type, wording, about from public.notifications where user_id = ${fixture.guide} and about = ${`payout:${id}`}`,
    ).toEqual([{ type: 'payout', wording: 'paid_out', about: `payout:${id}` }]);
    expect(
      await fixture.db
        .sql`select action, detail ->> 'reference' as reference from public.audit_log where subject_table = 'payouts' and subject_id = ${id}`,
    ).toEqual([{ action: 'payout_recorded', reference: 'Transfer BI 88213' }]);

    const [mine] = await ask<{ s: Record<string, unknown> }>(
      fixture.guide,
      `select public.payout_statement('${id}') as s`,
    );
    expect(mine?.s).toMatchObject({
      amount: Number(guide.due),
      standing: Number(guide.due),
      may_reverse: false,
      time_zone: 'America/Guatemala',
      lines: guide.bookings,
    });
    const lines = await ask<{ amount: string; refunded: string; booking_id: string }>(
      fixture.guide,
      `select * from public.payout_statement_lines('${id}')`,
    );
    expect(lines).toHaveLength(guide.bookings);
    const refunded = await fixture.db.sql`select booking_id from private.charges where refunded_minor > 0`;
    expect(lines.filter((one) => Number(one.refunded) > 0).map((one) => one.booking_id)).toEqual(
      refunded.map((one) => one.booking_id).filter((id) => lines.some((one) => one.booking_id === id)),
    );
    expect(lines.some((one) => Number(one.refunded) > 0)).toBe(true);
    expect(lines.reduce((sum, one) => sum + cents(one.amount), 0)).toBe(cents(guide.due));
    expect((await ask<{ id: string }>(fixture.guide, `select * from public.my_payouts()`))[0]?.id).toBe(id);
  });

  it('names the trips and the territory in each language', async () => {
    const { fixture, ask } = management;
    await fixture.db.sql`update public.experiences set translations = '{"es": {"title": "Castillo"}}'`;
    const titles = { en: 'Castle & hot waterfall', es: 'Castillo' };
    await payouts.sold(tourists[0] as string);
    const guide = await payouts.payee('operator');
    expect((await payouts.lines(guide.payee))[0]).toMatchObject({ titles });
    expect((await ask(fixture.manager, `select * from public.my_earnings('rio')`))[0]).toMatchObject({ titles });
    const id = await payAll(guide);
    expect((await ask(fixture.guide, `select * from public.payout_statement_lines('${id}')`))[0]).toMatchObject({
      titles,
    });
    const named = { territory_name: 'Río Dulce', territory_names: { en: 'Río Dulce' }, payee_names: null };
    expect((await ask(fixture.guide, `select * from public.my_payouts()`))[0]).toMatchObject({ id, ...named });
    expect((await ask(fixture.guide, `select * from public.my_payout_totals()`))[0]).toMatchObject({
      territory_names: { en: 'Río Dulce' },
    });
  });

  it('is read by date and time, in complete pages', async () => {
    const { fixture, ask } = management;
    const hours = ['13:30', '07:00', null];
    for (const [n, hour] of hours.entries()) {
      const { id } = await payouts.sold(tourists[n] as string);
      await fixture.db.sql`update public.bookings set start_time = ${hour} where id = ${id}`;
    }
    const guide = await payouts.payee('operator');
    const lines = await payouts.lines(guide.payee);
    expect(guide.bookings).toBe(lines.length);
    // The row has the guest's name, as in the transactions.
    const names = await management.fixture.db
      .sql`select b.id, p.full_name from public.bookings b join public.profiles p on p.id = b.tourist_id`;
    for (const line of lines)
      expect(line.tourist_name).toBe(names.find((one) => one.id === line.booking_id)?.full_name ?? null);
    type Line = { id: string; day: string; start_time: string | null };
    const seen: Line[] = [];
    for (;;) {
      const last = seen.at(-1);
      const hour = last?.start_time ? `, p_after_time => '${last.start_time}'` : '';
      const after = last ? `, p_after_date => '${last.day}', p_after_id => ${last.id}${hour}` : '';
      const page = await ask<Line>(
        fixture.manager,
        `select *, booking_date::text as day from public.payee_lines('rio', '${guide.payee}', 'GTQ', 'due', p_limit => 1${after})`,
      );
      if (page.length === 0) break;
      seen.push(...page);
    }
    expect(seen).toHaveLength(guide.bookings);
    const keys = seen.map((one) => `${one.day} ${one.start_time ?? '24:00'}`);
    expect(keys).toEqual([...keys].sort());
    expect(new Set(seen.map((one) => one.start_time)).size).toBeGreaterThan(2);
    await payAll(guide);
  });

  it('can contain single lines, and the rest stays payable', async () => {
    await payouts.sold(tourists[0] as string);
    const two = await payouts.sold(tourists[1] as string, 2);
    const guide = await payouts.payee('operator');
    const [line] = (await payouts.lines(guide.payee)).filter((one) => one.booking_id === two.id);
    const choice = { payee: guide.payee, currency: 'GTQ', as_of: guide.as_of.toISOString(), lines: [line?.line ?? ''] };
    expect(await payouts.pay(management.fixture.manager, { choices: [choice] })).toMatchObject({ outcome: 'paid' });
    expect(await due('operator')).toBe(cents(guide.due) - cents(line?.amount));
    // Paying the same line again fails, because it was already paid.
    expect(await payouts.pay(management.fixture.manager, { choices: [choice] })).toMatchObject({ outcome: 'taken' });
    await payAll(await payouts.payee('operator'));
  });

  it('happens once, however often the response is lost', async () => {
    await payouts.sold(tourists[0] as string);
    const payment = { choices: [all(await payouts.payee('operator'))], key: randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => payouts.pay(management.fixture.manager, payment)));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]?.outcome).toBe('paid');
    expect(await due('operator')).toBe(0);
  });

  it('is made once by two concurrent managers, and the second learns who made it', async () => {
    const { sql } = management.fixture.db;
    const [second = ''] = await createUsers(sql, 1);
    await grantRole(sql, second, 'territory_manager', 'rio');
    await sql`update public.profiles set full_name = 'Nery Caal' where id in (${second}, ${management.fixture.manager})`;
    for (let round = 0; round < 5; round += 1) {
      await payouts.sold(tourists[0] as string);
      const choices = [all(await payouts.payee('operator'))];
      const before = (await sums()).length;
      const answers = await Promise.all(
        [management.fixture.manager, second].map((who) => payouts.pay(who, { choices })),
      );
      expect(answers.map((one) => one.outcome).sort()).toEqual(['paid', 'taken']);
      expect(answers.find((one) => one.outcome === 'taken')).toMatchObject({ by: 'Nery Caal' });
      expect(await sums()).toHaveLength(before + 1);
    }
  });

  it('is refused for amounts that have changed since they were read', async () => {
    await payouts.sold(tourists[0] as string);
    const choices = [all(await payouts.payee('operator'))];
    await payouts.sold(tourists[1] as string);
    expect(await payouts.pay(management.fixture.manager, { choices })).toMatchObject({ outcome: 'changed' });
    expect(
      await payouts.pay(management.fixture.manager, {
        choices: [{ ...choices[0], payee: 'operator:nobody' } as never],
      }),
    ).toMatchObject({
      outcome: 'changed',
    });
    await payAll(await payouts.payee('operator'));
  });

  it('requires a payee, a date that is not in the future, and a reference', async () => {
    await payouts.sold(tourists[0] as string);
    const choices = [all(await payouts.payee('operator'))];
    const { manager } = management.fixture;
    const refused = async (payment: Parameters<Payouts['pay']>[1]) =>
      (await refusal(payouts.pay(manager, payment))).message;
    expect(await refused({ choices: [] })).toBe('Please select who you have paid');
    expect(await refused({ choices: [...choices, ...choices] })).toBe('A payee is selected twice');
    expect(await refused({ choices, paidOn: 'null' })).toBe('Please enter the date of the payment');
    expect(await refused({ choices, paidOn: 'current_date + 2' })).toBe(
      'The date of the payment cannot be in the future',
    );
    expect(await refused({ choices, paidOn: 'current_date - 400' })).toBe(
      'The date of the payment is more than a year ago',
    );
    expect(await refused({ choices, reference: ' ' })).toBe('Please enter a reference');
    expect(await refused({ choices, reference: 'x'.repeat(101) })).toBe('The reference has more than 100 characters');
    await payAll(await payouts.payee('operator'));
  });

  it("is refused for a selection that can't be read, instead of paying everything", async () => {
    const { manager } = management.fixture;
    await payouts.sold(tourists[0] as string);
    const choice = all(await payouts.payee('operator'));
    const before = await due('operator');
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    const malformed: object[] = [
      ...['x', {}, 7, true, null, ['1.1', null], [7], [['1.1']]].map((lines) => ({ lines })),
      ...[ahead, 'infinity', 'yesterday', '2026-13-01', '', 7, null].map((as_of) => ({ as_of })),
      { payee: 7 },
      { currency: null },
    ];
    for (const wrong of malformed)
      expect(
        await refusal(payouts.pay(manager, { choices: [{ ...choice, ...wrong }] })),
        JSON.stringify(wrong),
      ).toMatchObject({ code: 'PT400', hint: 'invalid_input' });
    expect(await refusal(payouts.pay(manager, { choices: ['x'] as never }))).toMatchObject({ code: 'PT400' });
    expect(await due('operator')).toBe(before);
    await payAll(await payouts.payee('operator'));
  });

  it('is refused under a key that has paid something else', async () => {
    const { manager } = management.fixture;
    await payouts.sold(tourists[0] as string);
    const payment = { choices: [all(await payouts.payee('operator'))], key: randomUUID() };
    const paid = await payouts.pay(manager, payment);
    const before = (await sums()).length;
    await payouts.sold(tourists[1] as string);
    const other = [all(await payouts.payee('operator'))];
    for (const changed of [{ choices: other }, { reference: 'Another' }, { paidOn: 'current_date - 3' }])
      expect(await refusal(payouts.pay(manager, { ...payment, ...changed }))).toMatchObject({
        code: 'PT409',
        hint: 'idempotency_key_reused',
      });
    expect(await payouts.pay(manager, payment)).toEqual(paid);
    expect(await sums()).toHaveLength(before);
    await payAll(await payouts.payee('operator'));
  });
});

describe('a mistaken payout', () => {
  it('is reversed once with a reason, as a separate entry, and its lines can be paid again', async () => {
    const { fixture } = management;
    const booking = await payouts.sold(tourists[0] as string, 2);
    const guide = await payouts.payee('operator');
    const id = await payAll(guide);
    expect((await refusal(payouts.reverse(fixture.manager, id, ' '))).message).toBe('Please say why');
    const ends = await Promise.allSettled([1, 2, 3].map(() => payouts.reverse(fixture.manager, id)));
    expect(ends.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(payouts.reverse(fixture.manager, id))).toMatchObject({
      code: 'PT409',
      hint: 'payout_reversed',
    });
    const rows = await fixture.db.sql<{ id: string; amount: string }[]>`
      select id, amount from public.payouts where id = ${id} or reverses = ${id} order by amount desc`;
    expect(rows.map((one) => one.amount)).toEqual([guide.due, `-${guide.due}`]);
    // A reversal can't be reversed.
    expect(await refusal(payouts.reverse(fixture.manager, rows[1]?.id ?? ''))).toMatchObject({
      hint: 'payout_reversed',
    });
    expect(await fixture.db.sql`select operator_status from public.bookings where id = ${booking.id}`).toEqual([
      { operator_status: 'pending' },
    ]);
    expect(await due('operator')).toBe(cents(guide.due));
    await payAll(await payouts.payee('operator'));
    expect(await due('operator')).toBe(0);
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  it('marked in the list of transactions is a payout too', async () => {
    const { fixture } = management;
    const booking = await payouts.sold(tourists[0] as string);
    const payment = { choices: [all(await payouts.payee('operator'))] };
    await management.payOut(fixture.manager, booking, 'operator', 'paid');
    expect(await payouts.pay(fixture.manager, payment)).toMatchObject({ outcome: 'taken' });
    const [kept] = await fixture.db.sql`select id, reference from public.payouts order by created_at desc limit 1`;
    expect(kept?.reference).toBe('BI 88213');
    await management.payOut(fixture.manager, booking, 'operator', 'pending');
    expect(await due('operator')).toBe(14_040);
    expect(await refusal(payouts.reverse(fixture.manager, kept?.id as string))).toMatchObject({
      hint: 'payout_reversed',
    });
    await payAll(await payouts.payee('operator'));
  });
});

describe('a refund after a payout', () => {
  it('is a negative line of the next one', async () => {
    const { fixture } = management;
    const first = await payouts.sold(tourists[0] as string);
    await payAll(await payouts.payee('operator'));
    await management.setStatus(fixture.staff, first, 'refunded');
    expect(await due('operator')).toBe(-14_040);
    const [owing] = (await payouts.toPay()).filter((one) => one.party === 'operator');
    expect(await refusal(payouts.pay(fixture.manager, { choices: [all(owing as Payee)] }))).toMatchObject({
      hint: 'payee_owes',
    });

    const next = await payouts.sold(tourists[1] as string, 2);
    const guide = await payouts.payee('operator');
    expect(cents(guide.due)).toBe(28_080 - 14_040);
    // The same applies to single lines.
    const lines = await payouts.lines(guide.payee);
    const alone = lines.filter((one) => one.booking_id === next.id).map((one) => one.line);
    const choice = { payee: guide.payee, currency: 'GTQ', as_of: guide.as_of.toISOString() };
    expect(await payouts.pay(fixture.manager, { choices: [{ ...choice, lines: alone }] })).toMatchObject({
      outcome: 'changed',
    });
    const id = await payAll(guide);
    expect(
      (
        await fixture.db.sql<
          { amount: string }[]
        >`select amount from public.payout_lines where payout_id = ${id} order by amount`
      ).map((one) => one.amount),
    ).toEqual(['-140.40', '280.80']);
    expect(await due('operator')).toBe(0);
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  it("is shown with the manager's earning: when it was paid, and what is deducted from the next payout", async () => {
    const { fixture, ask } = management;
    const booking = await payouts.sold(tourists[0] as string);
    const earning = async () => {
      const rows = await ask<{ booking_id: string; status: string; amount: string; paid_on: Date; owed_back: string }>(
        fixture.manager,
        `select * from public.my_earnings('rio', p_limit => 1000)`,
      );
      const one = rows.find(({ booking_id }) => booking_id === booking.id);
      return { ...one, amount: cents(one?.amount), owed_back: cents(one?.owed_back) };
    };
    expect(await earning()).toMatchObject({ status: 'pending', paid_on: null, owed_back: 0 });
    await management.payOut(fixture.manager, booking, 'territory', 'paid');
    const paid = await earning();
    expect(paid).toMatchObject({ status: 'paid', paid_on: expect.any(Date), owed_back: 0 });
    await management.setStatus(fixture.staff, booking, 'refunded');
    expect(await earning()).toMatchObject({ amount: 0, status: 'paid', paid_on: paid.paid_on, owed_back: paid.amount });
    expect(paid.amount).toBeGreaterThan(0);
    await payouts.sold(tourists[1] as string, 2);
    await payAll(await payouts.payee('territory'));
    expect(await earning()).toMatchObject({ status: 'paid', paid_on: paid.paid_on, owed_back: 0 });
  });

  it('shows a part refunded after it was paid, once the next payout deducted it', async () => {
    const { fixture, ask } = management;
    const booking = await payouts.sold(tourists[0] as string);
    const earning = async () => {
      const rows = await ask<{ booking_id: string; amount: string; owed_back: string; taken_back: string }>(
        fixture.manager,
        `select * from public.my_earnings('rio', p_limit => 1000)`,
      );
      const one = rows.find(({ booking_id }) => booking_id === booking.id);
      return [cents(one?.amount), cents(one?.owed_back), cents(one?.taken_back)];
    };
    await management.payOut(fixture.manager, booking, 'territory', 'paid');
    const [whole = 0] = await earning();
    await ask(fixture.staff, `select public.refund_booking('${booking.id}', 50, 175.5)`);
    const [left = 0, owed = 0] = await earning();
    expect([left + owed, owed > 0]).toEqual([whole, true]);
    expect(await earning()).toEqual([left, owed, 0]);
    await payouts.sold(tourists[1] as string, 2);
    await payAll(await payouts.payee('territory'));
    expect(await earning()).toEqual([left, 0, owed]);
  });

  it('is deducted from the person who was paid, even if another guide leads the trip now', async () => {
    const { fixture, ask } = management;
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    const mine = (who: string) => ask<{ due: string }>(who, 'select * from public.my_payout_totals()');
    const booking = await payouts.sold(tourists[0] as string);
    await payAll(await payouts.payee('operator'));
    await fixture.db.sql`update public.bookings set guide_id = ${other} where id = ${booking.id}`;
    await management.setStatus(fixture.staff, booking, 'refunded');
    expect(await mine(other)).toEqual([]);
    expect((await mine(fixture.guide)).map((one) => Number(one.due))).toEqual([-140.4]);
    expect(await due('operator')).toBe(-14_040);
    await payouts.sold(tourists[1] as string, 2);
    await payAll(await payouts.payee('operator'));
  });

  it("reduces a partner's commission to what the partner has kept", async () => {
    const { fixture } = management;
    const booking = await payouts.sold(management.tourists[0] as string);
    await payAll(await payouts.payee('partner'));
    await management.setStatus(fixture.staff, booking, 'refunded');
    await payouts.sold(management.tourists[1] as string, 2);
    await payAll(await payouts.payee('partner'));
    const kept = await fixture.db.sql<{ amount: string }[]>`
      select c.amount from public.commissions c join public.referrals r on r.id = c.referral_id where c.status = 'paid' order by 1`;
    expect(kept.map((one) => one.amount)).toEqual(['0.00', '44.58']);
    expect(await brokenInvariants(fixture)).toEqual([]);
  });
});

describe('payouts', () => {
  it("can't be paid, reversed or read by guests, guides, partners, staff, managers of another territory and visitors", async () => {
    const { fixture, ask, partner } = management;
    const { sql } = fixture.db;
    const [foreign = ''] = await createUsers(sql, 1);
    await grantRole(sql, foreign, 'territory_manager', 'lago');
    await payouts.sold(tourists[0] as string);
    const guide = await payouts.payee('operator');
    const choices = [all(guide)];
    const [known] = await sql`select id from public.payouts where payee_id = ${fixture.guide} limit 1`;
    const id = known?.id as string;
    const before = (await sums()).length;
    for (const who of [tourists[0] as string, fixture.guide, partner, fixture.staff, fixture.shuttle, foreign]) {
      const refused = { code: 'PT403', hint: 'forbidden' };
      expect(await refusal(payouts.pay(who, { choices })), who).toMatchObject(refused);
      expect(await refusal(payouts.reverse(who, id)), who).toMatchObject(refused);
      expect(await refusal(payouts.toPay(who)), who).toMatchObject(refused);
      expect(
        await refusal(ask(who, `select * from public.payee_lines('rio', '${guide.payee}', 'GTQ')`)),
        who,
      ).toMatchObject(refused);
      expect(await refusal(ask(who, `select * from public.territory_payouts('rio')`)), who).toMatchObject(refused);
      expect(await ask(who, `select id from public.payouts where payee_id is distinct from '${who}'`), who).toEqual([]);
      if (who !== fixture.guide)
        expect(await refusal(ask(who, `select public.payout_statement('${id}')`)), who).toMatchObject({
          hint: 'payout_not_found',
        });
    }
    // Managers can only pay amounts that are due in their own territory.
    expect(await payouts.pay(foreign, { choices, territory: 'lago' })).toMatchObject({ outcome: 'changed' });
    expect(await sums()).toHaveLength(before);
    for (const statement of [
      `insert into public.payouts (territory_id, party, currency_code, amount, lines, paid_on) values ('rio', 'operator', 'GTQ', 1, 1, current_date)`,
      `update public.payouts set amount = 1`,
      `delete from public.payout_lines`,
    ])
      expect(await refusal(ask(fixture.manager, statement))).toMatchObject({ code: '42501' });
    await expect(
      fixture.db.as(
        { role: 'anon' },
        (anon) => anon`select public.pay_out('rio', '[]'::jsonb, current_date, 'x', gen_random_uuid())`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await payAll(guide);
  });
});

it('every payout is the sum of its lines, and nobody was paid twice', async () => {
  for (const { amount, lines } of await sums()) expect(cents(amount)).toBe(cents(lines));
  expect(await brokenInvariants(management.fixture)).toEqual([]);
});
