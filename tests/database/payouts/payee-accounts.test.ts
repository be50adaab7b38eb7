import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUsers, grantRole, signedIn } from '../booking/support/fixture.ts';
import { createManagementContext, type ManagementContext } from '../booking/support/management.ts';
import { createPayouts, type Payouts } from './support.ts';

type Json = Record<string, unknown>;
let management: ManagementContext;
let payouts: Payouts;
const sql = () => management.fixture.db.sql;
beforeEach(async () => {
  management = await createManagementContext();
  payouts = createPayouts(management);
});
afterEach(() => management.fixture.db.drop());

const NUMBER = '3017004821';
const DETAILS = {
  holder: 'Marta Choc',
  kind: 'person',
  tax_number: '1234567-8',
  bank: 'Banco de Prueba',
  account_type: 'monetary',
  currency_code: 'GTQ',
  account_number: NUMBER,
};
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
const justNow = () => [{ method: 'password', timestamp: secondsAgo(5) }];

/** Runs a statement as a person whose token has this `amr`. */
const as = <T>(who: string, run: (sql: postgres.TransactionSql) => Promise<T>, amr: unknown = justNow()) =>
  management.fixture.db.as({ role: 'authenticated', sub: who, amr }, run);
const codeOf = (error: { hint?: string; code?: string }) => error.hint ?? error.code;
const save = (who: string, change: Json = {}, amr?: unknown) =>
  as(
    who,
    async (tx) => tx`select public.save_payee_account(${tx.json({ ...DETAILS, ...change } as postgres.JSONValue)})`,
    amr,
  ).then(() => 'saved', codeOf);
const remove = (who: string, amr?: unknown) =>
  as(who, async (tx) => tx`select public.delete_payee_account()`, amr).then(() => 'deleted', codeOf);
const own = async (who: string) => {
  const [row] = await as(who, async (tx) => tx<{ own: Json }[]>`select public.my_payee_account() as own`);
  return row?.own as { may_have: boolean; account: Json | null };
};
const exported = async (who: string, territory = 'rio') => {
  const [row] = await as(who, async (tx) => tx<{ list: Json[] }[]>`select public.export_payees(${territory}) as list`);
  return row?.list ?? [];
};
const stored = () => sql()`select user_id, account_number from private.payee_accounts`;
const entries = (action: string) =>
  sql()`select actor_id, territory_id, subject_id, detail from public.audit_log where action = ${action} order by id`;
const notices = (who: string) =>
  sql()`select wording, params ->> 'account_number' as number from public.notifications
    where user_id = ${who} and type = 'payee_account' order by created_at, id`;
const mails = () =>
  sql()`select recipient, payload from private.outbox where template = 'payee_account' and kind = 'email' order by id`;
const cents = (value: unknown) => Math.round(Number(value) * 100);

describe('bank details', () => {
  it('are saved and replaced by the payee, who reads the number masked', async () => {
    const { guide } = management.fixture;
    expect(await own(guide)).toEqual({ may_have: true, account: null });
    expect(await save(guide, { account_number: ' 3017-004 821' })).toBe('saved');
    expect(await stored()).toMatchObject([{ user_id: guide, account_number: NUMBER }]);
    expect((await own(guide)).account).toEqual({
      ...DETAILS,
      account_number: '•••• 4821',
      updated_at: expect.any(String),
    });
    expect(await save(guide, { account_number: '12345', tax_number: '' })).toBe('saved');
    expect((await own(guide)).account).toMatchObject({ account_number: '•••• 45', tax_number: null });
    expect(await remove(guide)).toBe('deleted');
    expect(await own(guide)).toEqual({ may_have: true, account: null });
    expect(await remove(guide)).toBe('deleted');
    expect(await entries('payee_account_deleted')).toHaveLength(1);
  });

  it('belong to guides, partners and managers, and to those who were once paid', async () => {
    const { fixture, partner } = management;
    const [tourist = '', former = ''] = management.tourists;
    for (const who of [fixture.guide, partner, fixture.manager]) expect(await save(who), who).toBe('saved');
    for (const who of [tourist, fixture.staff, fixture.shuttle, former]) {
      expect(await save(who), who).toBe('forbidden');
      expect(await own(who)).toEqual({ may_have: false, account: null });
    }
    await sql()`insert into public.payouts (territory_id, party, payee_id, currency_code, amount, lines, paid_on, reference)
      values ('rio', 'operator', ${former}, 'GTQ', 10, 1, current_date, 'Transfer')`;
    expect(await save(former)).toBe('saved');
    // A guide who leaves is still paid for earlier trips, and can delete the details.
    await sql()`update private.role_grants set revoked_at = now() where user_id = ${fixture.guide}`;
    expect((await own(fixture.guide)).account).not.toBeNull();
    expect(await remove(fixture.guide)).toBe('deleted');
  });

  it.each([
    ['holder', { holder: ' ' }, 'fields_required'],
    ['holder', { holder: 'x'.repeat(161) }, 'invalid_input'],
    ['holder', { holder: 'Marta\u202eChoc' }, 'line_not_plain'],
    ['kind', { kind: 'pirate' }, 'invalid_input'],
    ['tax_number', { tax_number: '=1+1' }, 'tax_number_wrong'],
    ['bank', { bank: '' }, 'fields_required'],
    ['bank', { bank: 'x'.repeat(101) }, 'invalid_input'],
    ['account_type', { account_type: 'gold' }, 'invalid_input'],
    ['currency_code', { currency_code: 'XXX' }, 'invalid_input'],
    ['account_number', { account_number: '' }, 'fields_required'],
    ['account_number', { account_number: '123' }, 'account_number_wrong'],
    ['account_number', { account_number: '1'.repeat(35) }, 'account_number_wrong'],
    ['account_number', { account_number: '12_34' }, 'account_number_wrong'],
    ['account_number', { account_number: '=HYPERLINK(1)' }, 'account_number_wrong'],
    ['account_number', { account_number: 'GT82 TRAJ 0102 0000 0012 1002 9691' }, 'iban_wrong'],
    ['account_number', { account_number: 'GT82TRAJ01020000001210029' }, 'iban_wrong'],
    ['account_number', { account_number: 'AB1234' }, 'iban_wrong'],
    ['account_number', { account_number: { a: 1 } }, 'invalid_input'],
  ])('refuse a wrong %s: %j', async (field, change, code) => {
    const { guide } = management.fixture;
    // The inputs are checked first, so that the password is asked only for valid ones.
    const error = await as(
      guide,
      async (tx) => tx`select public.save_payee_account(${tx.json({ ...DETAILS, ...change } as postgres.JSONValue)})`,
      [],
    ).catch((reason: { hint: string; detail: string }) => reason);
    expect(error).toMatchObject({ hint: code, detail: `{"field": "${field}"}` });
    expect(await stored()).toEqual([]);
  });

  it.each(['GT82 TRAJ 0102 0000 0012 1002 9690', 'de89 3704 0044 0532 0130 00', '0001', '9'.repeat(34)])(
    'accept %s',
    async (account_number) => {
      expect(await save(management.fixture.guide, { account_number })).toBe('saved');
    },
  );

  it.each([null, [], 'text', 5])('refuse %j instead of a form', async (given) => {
    const { guide } = management.fixture;
    const refused = as(guide, async (tx) => tx`select public.save_payee_account(${tx.json(given)})`);
    await expect(refused).rejects.toMatchObject({ hint: 'invalid_input' });
  });

  it('are limited to some changes a minute, and saving the same again is none', async () => {
    const { guide } = management.fixture;
    for (const n of [1, 2, 3, 4]) expect(await save(guide, { account_number: `${NUMBER}${n}` })).toBe('saved');
    expect(await save(guide, { account_number: `${NUMBER}5` })).toBe('rate_limited');
    expect(await remove(guide)).toBe('rate_limited');
    expect(await save(guide, { account_number: `${NUMBER}4` })).toBe('saved');
  });

  it('saved twice at once are those of one request, and each change is told', async () => {
    const { guide } = management.fixture;
    const numbers = ['11110001', '22220002'];
    expect(await Promise.all(numbers.map((account_number) => save(guide, { account_number })))).toEqual([
      'saved',
      'saved',
    ]);
    const [row] = await stored();
    expect(numbers).toContain(row?.account_number);
    expect(await entries('payee_account_changed')).toHaveLength(2);
    // The same form twice, such as from a button pressed twice, is one change.
    await Promise.all([save(guide), save(guide)]);
    expect(await entries('payee_account_changed')).toHaveLength(3);
    expect(await mails()).toHaveLength(3);
  });
});

describe('changing bank details', () => {
  const stale: [string, () => unknown][] = [
    ['null', () => null],
    ['no method', () => []],
    ['an old password', () => [{ method: 'password', timestamp: secondsAgo(16 * 60) }]],
    ['only a renewed token', () => [{ method: 'token_refresh', timestamp: secondsAgo(5) }]],
    ['a time in the future', () => [{ method: 'password', timestamp: secondsAgo(-120) }]],
    ['a time as text', () => [{ method: 'password', timestamp: String(secondsAgo(5)) }]],
    ['a time that is not a number', () => [{ method: 'password', timestamp: 'soon' }]],
    ['an endless time', () => [{ method: 'password', timestamp: 1e300 }]],
    ['a method that is not text', () => [{ method: 7, timestamp: secondsAgo(5) }]],
    ['no time', () => [{ method: 'password' }]],
    ['texts, as in older tokens', () => ['password']],
    ['an object', () => ({ method: 'password', timestamp: secondsAgo(5) })],
    ['a text', () => 'password'],
    ['nested lists', () => [[{ method: 'password', timestamp: secondsAgo(5) }]]],
  ];

  it.each(stale)('needs a recent sign-in, which a token with %s does not show', async (_, token) => {
    const { guide } = management.fixture;
    const amr = token();
    expect(await save(guide)).toBe('saved');
    // Not even the same details, as the answer would confirm a guessed number.
    for (const change of [{}, { account_number: '999999' }])
      expect(await save(guide, change, amr)).toBe('sign_in_again');
    expect(await remove(guide, amr)).toBe('sign_in_again');
    expect(await stored()).toMatchObject([{ account_number: NUMBER }]);
  });

  it("doesn't accept a sign-in that the person wrote into the data of their account", async () => {
    const { guide, db } = management.fixture;
    const forged = {
      role: 'authenticated',
      sub: guide,
      user_metadata: { amr: justNow() },
      app_metadata: { amr: justNow() },
    };
    const saving = db.as(forged as never, async (tx) => tx`select public.save_payee_account(${tx.json(DETAILS)})`);
    await expect(saving).rejects.toMatchObject({ hint: 'sign_in_again' });
  });

  it.each<[string, () => unknown]>([
    ['fourteen minutes ago', () => [{ method: 'password', timestamp: secondsAgo(14 * 60) }]],
    ['by a code', () => [{ method: 'otp', timestamp: secondsAgo(60) }]],
    ['by a clock that is a little ahead', () => [{ method: 'password', timestamp: secondsAgo(-20) }]],
    ['with a fraction of a second', () => [{ method: 'password', timestamp: secondsAgo(5) + 0.5 }]],
    ['besides an older one', () => [{ method: 'otp', timestamp: secondsAgo(9000) }, ...justNow()]],
  ])('accepts a sign-in %s', async (_, token) => {
    expect(await save(management.fixture.guide, {}, token())).toBe('saved');
  });

  it('is told to the payee in the app and by email, and is in the audit log, never with the number', async () => {
    const { guide } = management.fixture;
    await save(guide);
    await save(guide); // the same again
    await save(guide, { account_number: '998877665544' });
    await remove(guide);
    expect(await notices(guide)).toEqual([
      { wording: 'payee_account_changed', number: '•••• 4821' },
      { wording: 'payee_account_changed', number: '•••• 5544' },
      { wording: 'payee_account_deleted', number: '•••• 5544' },
    ]);
    const [profile] = await sql()`select email, full_name from public.profiles where id = ${guide}`;
    const sent = (account_number: string, deleted: boolean) => ({
      recipient: profile?.email,
      payload: {
        account_number,
        deleted,
        at: expect.any(String),
        full_name: profile?.full_name,
        time_zone: 'America/Guatemala',
      },
    });
    expect(await mails()).toEqual([sent('•••• 4821', false), sent('•••• 5544', false), sent('•••• 5544', true)]);
    const entry = (account_number: string) => ({
      actor_id: guide,
      territory_id: null,
      subject_id: guide,
      detail: { account_number },
    });
    expect(await entries('payee_account_changed')).toEqual([entry('•••• 4821'), entry('•••• 5544')]);
    expect(await entries('payee_account_deleted')).toEqual([entry('•••• 5544')]);
    const everything = await sql()`select to_jsonb(o)::text as text from private.outbox o union all
      select to_jsonb(n)::text from public.notifications n union all select to_jsonb(a)::text from public.audit_log a`;
    for (const { text } of everything) expect(text).not.toMatch(/3017004821|998877665544/);
  });

  it("can't be turned off in the notification settings", async () => {
    const { guide } = management.fixture;
    const off = await sql()`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'notice_choices' and data_type = 'boolean'`;
    await sql().unsafe(
      `insert into public.notice_choices (user_id, ${off.map(({ name }) => name).join(', ')})
       values ('${guide}', ${off.map(() => 'false').join(', ')})`,
    );
    await save(guide);
    const [row] =
      await sql()`select private.mail_is_obsolete(o) as why from private.outbox o where template = 'payee_account'`;
    expect(row).toEqual({ why: null });
    expect(await notices(guide)).toHaveLength(1);
  });
});

describe('the export for the bank', () => {
  const seller = () => management.tourists[0] as string;

  it('has everyone on the list To pay to the cent, with the whole number, and is recorded with person, region and count', async () => {
    const { guide, manager } = management.fixture;
    await payouts.sold(seller(), 2);
    await payouts.sold(management.tourists[30] as string);
    await save(guide, { account_number: 'GT82TRAJ01020000001210029690', kind: 'company', currency_code: 'USD' });
    const list = (await payouts.toPay()).filter(({ due }) => Number(due) > 0);
    const file = await exported(manager);
    expect(
      file.map(({ party, amount, currency_code, bookings }) => [party, cents(amount), currency_code, bookings]),
    ).toEqual(list.map(({ party, due, currency_code, bookings }) => [party, cents(due), currency_code, bookings]));
    expect(file.map(({ party }) => party).sort()).toEqual(['operator', 'partner', 'territory']);
    expect(file.find(({ party }) => party === 'operator')).toEqual({
      party: 'operator',
      name: expect.stringContaining('Person'),
      names: null,
      is_person: true,
      own: false,
      holder: 'Marta Choc',
      kind: 'company',
      tax_number: '1234567-8',
      bank: 'Banco de Prueba',
      account_type: 'monetary',
      account_currency: 'USD',
      account_number: 'GT82TRAJ01020000001210029690',
      amount: expect.any(Number),
      currency_code: 'GTQ',
      bookings: 2,
      territory_name: 'Río Dulce',
      territory_names: expect.any(Object),
      reference: expect.stringMatching(new RegExp(`^RIO-\\d{8}-${guide.slice(0, 8).toUpperCase()}-GTQ$`)),
    });
    expect(file.find(({ party }) => party === 'partner')).toMatchObject({
      holder: null,
      account_number: null,
      is_person: true,
    });
    expect(await entries('payees_exported')).toEqual([
      { actor_id: manager, territory_id: 'rio', subject_id: 'rio', detail: { payees: 3, account_numbers: 1 } },
    ]);
  });

  it('is recorded even if it is empty', async () => {
    expect(await exported(management.fixture.manager)).toEqual([]);
    expect(await entries('payees_exported')).toMatchObject([{ detail: { payees: 0, account_numbers: 0 } }]);
  });

  it('lists the share of a transport, which has no person, and never another account for it', async () => {
    const { fixture } = management;
    const ride = await management.payByCard(seller(), 'transport');
    await sql()`update public.bookings set booking_date = current_date - 2 where id = ${ride.id}`;
    // A stranger's account must not be joined by the id of a service.
    const [stranger = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), stranger, 'tour_guide', 'lago');
    await save(stranger);
    const file = await exported(fixture.manager);
    expect(file.find(({ party }) => party === 'operator')).toMatchObject({
      is_person: false,
      holder: null,
      account_number: null,
      names: expect.any(Object),
    });
    expect(JSON.stringify(file)).not.toContain(NUMBER);
  });

  it('leaves out payees to whom the region owes nothing now', async () => {
    const { guide, manager } = management.fixture;
    await save(guide);
    const ahead = await management.bookCash(seller());
    await management.setStatus(management.fixture.staff, ahead, 'paid');
    expect(await exported(manager)).toEqual([]);
    await payouts.sold(seller());
    expect(JSON.stringify(await exported(manager))).toContain(NUMBER);
    const guides = await payouts.payee('operator');
    await payouts.pay(manager, {
      choices: [{ payee: guides.payee, currency: 'GTQ', version: guides.version, as_of: guides.as_of.toISOString() }],
    });
    expect(JSON.stringify(await exported(manager))).not.toContain(NUMBER);
  });

  it('is for managers of the region and admins only', async () => {
    const { fixture, partner } = management;
    await payouts.sold(seller());
    await save(fixture.guide);
    const [away = '', admin = ''] = await createUsers(sql(), 2);
    await grantRole(sql(), away, 'territory_manager', 'lago');
    await grantRole(sql(), admin, 'admin', null);
    for (const who of [away, fixture.staff, fixture.shuttle, fixture.guide, partner, seller()]) {
      await expect(exported(who), who).rejects.toMatchObject({ hint: 'forbidden' });
    }
    expect(await exported(away, 'lago')).toEqual([]);
    expect(JSON.stringify(await exported(admin))).toContain(NUMBER);
    expect(await entries('payees_exported')).toMatchObject([
      { actor_id: away, territory_id: 'lago' },
      { actor_id: admin, territory_id: 'rio' },
    ]);
  });

  it('is limited to some a minute', async () => {
    const { manager } = management.fixture;
    for (let n = 0; n < 6; n++) await exported(manager);
    await expect(exported(manager)).rejects.toMatchObject({ hint: 'rate_limited' });
  });
});

describe('an account number', () => {
  it('is in no answer that a person gets, except in that export', async () => {
    const { fixture, partner } = management;
    const [admin = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), admin, 'admin', null);
    await payouts.sold(management.tourists[0] as string);
    await save(fixture.guide);
    const functions = await sql()<{ call: string }[]>`
      select format('public.%I(%s)', p.proname, case when p.pronargs - p.pronargdefaults = 1 then quote_literal(case
          when format_type(p.proargtypes[0], null) = 'uuid' then ${fixture.guide} else 'rio' end) else '' end) as call
        from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
         and p.prorettype not in ('trigger'::regtype, 'void'::regtype) and p.proname <> 'export_payees'
         and p.pronargs - p.pronargdefaults <= 1
         and (p.pronargs = p.pronargdefaults or format_type(p.proargtypes[0], null) in ('text', 'uuid'))`;
    expect(functions.length).toBeGreaterThan(60);
    let answered = 0;
    for (const who of [fixture.guide, fixture.manager, fixture.staff, partner, admin]) {
      for (const { call } of functions) {
        const text = await as(who, async (tx) => {
          const [row] = await tx.unsafe<{ text: string }[]>(
            `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as text from ${call} t`,
          );
          return row?.text ?? '';
        }).catch(() => null);
        if (text === null) continue;
        answered++;
        expect(text, call).not.toContain(NUMBER);
      }
    }
    expect(answered).toBeGreaterThan(100);
  });

  it("is masked in the person's own download, and read in no table", async () => {
    const { guide, manager } = management.fixture;
    await save(guide);
    const [data] = await as(guide, async (tx) => tx<{ data: Json }[]>`select public.my_data() as data`);
    expect(data?.data.bank_details).toMatchObject({ holder: 'Marta Choc', account_number: '•••• 4821' });
    expect(JSON.stringify(data)).not.toContain(NUMBER);
    for (const who of [guide, manager]) {
      const reading = management.fixture.db.as(signedIn(who), async (tx) => tx`select * from private.payee_accounts`);
      await expect(reading).rejects.toThrow(/permission/);
    }
  });
});
