import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, userId, type Who } from './access/identities.ts';

fixtureForEachTest();

const change = (set: string, place = 'nuevo') =>
  `update public.territories set ${set} where id = '${place}' returning id`;
const refused = (who: Who, set: string, place?: string) => fixture.refusal(who, change(set, place));
const managersOnly = { status: 403, code: 'managers_only' };
const locked = {
  status: 409,
  code: 'currency_locked',
  message: "This region already has sales, so you can't change the currency.",
};

/** Creates a territory with the same team that has never sold anything. */
beforeEach(async () => {
  await fixture.sql`insert into public.territories (id, name, description) values ('nuevo', 'Nuevo', 'New')`;
  await fixture.sql`insert into private.role_grants (user_id, role, territory_id) values
    (${userId.manager}, 'territory_manager', 'nuevo'), (${userId.staff}, 'territory_staff', 'nuevo')`;
});

describe("a territory's settings", () => {
  it('are texts and media for its staff, and name, visibility, time zone and currency for its manager', async () => {
    expect(await fixture.ask('staff', change(`description = 'd', summary = 's', image_urls = '{/art/a.svg}'`))).toBe(
      'nuevo',
    );
    for (const set of [`name = 'x'`, 'visible = false', `time_zone = 'UTC'`, `currency_code = 'EUR'`]) {
      expect(await refused('staff', set), set).toMatchObject(managersOnly);
      expect(await fixture.ask('manager', change(set)), set).toBe('nuevo');
      expect(await fixture.ask('admin', change(set)), set).toBe('nuevo');
    }
    // Staff can save the form with unchanged values.
    expect(await fixture.ask('staff', change(`name = name, currency_code = currency_code`))).toBe('nuevo');
  });

  it('are country and position on the home page for an admin', async () => {
    for (const set of [`country = 'MX'`, 'featured = true']) {
      for (const who of ['staff', 'manager'] as const)
        expect(await refused(who, set), set).toMatchObject({ status: 403, code: 'forbidden' });
      expect(await fixture.ask('admin', change(set)), set).toBe('nuevo');
    }
  });

  it('accept a name in any script, without invisible or misleading characters', async () => {
    for (const name of ['بيتين', 'Petén 🌋', '青い'])
      expect(await fixture.ask('manager', change(`name = '${name}'`)), name).toBe('nuevo');
    for (const name of ['\u202eeno', 'a\u200bb', 'evil.example.com'])
      expect(await refused('manager', `name = '${name}'`), name).toMatchObject({ status: 400, code: 'name_not_plain' });
  });

  it('log the old and the new value, and nothing if unchanged', async () => {
    await fixture.ask('manager', change(`name = 'Other', currency_code = 'EUR', time_zone = 'UTC'`));
    await fixture.ask('manager', change(`name = 'Other'`));
    await fixture.ask('staff', change(`description = repeat('x', 500)`));
    const entries = await fixture.look<{ actor_id: string; territory_id: string; detail: object }>(
      `select actor_id, territory_id, detail from public.audit_log where action = 'territory_changed' order by id`,
    );
    expect(entries).toEqual([
      {
        actor_id: userId.manager,
        territory_id: 'nuevo',
        detail: {
          name: { from: 'Nuevo', to: 'Other' },
          currency_code: { from: 'GTQ', to: 'EUR' },
          time_zone: { from: 'America/Guatemala', to: 'UTC' },
        },
      },
      {
        actor_id: userId.staff,
        territory_id: 'nuevo',
        detail: { description: { from: 'New', to: 'x'.repeat(200) } },
      },
    ]);
  });

  it('log the changed part of a long text', async () => {
    const said = (end: string) => `${'The river. '.repeat(40)}${end}`;
    await fixture.ask('staff', change(`description = '${said('Bring water.')}'`));
    await fixture.ask('staff', change(`description = '${said('Bring a hat.')}'`));
    const [entry] = await fixture.look<{ detail: { description: { from: string; to: string } } }>(
      `select detail from public.audit_log where action = 'territory_changed' order by id desc limit 1`,
    );
    expect(entry?.detail.description.from).toMatch(/^….{0,40}Bring water\.$/);
    expect(entry?.detail.description.to).toMatch(/^….{0,40}Bring a hat\.$/);
  });
});

describe('the time zone', () => {
  it.each(['Atlantis/Capital', 'CST', 'EST5EDT', 'posix/America/Guatemala', 'america/guatemala', '', '-06:00'])(
    "can't be %j, for anyone",
    async (zone) => {
      const unknown = { status: 400, code: 'unknown_time_zone' };
      for (const who of ['manager', 'admin'] as const)
        expect(await refused(who, `time_zone = '${zone}'`)).toMatchObject(unknown);
      await expect(fixture.sql`update public.territories set time_zone = ${zone} where id = 'nuevo'`).rejects.toThrow();
      await expect(
        fixture.sql`insert into public.territories (id, name, description, time_zone) values ('otro', 'Otro', 'd', ${zone})`,
      ).rejects.toThrow();
    },
  );

  it.each(['America/Mexico_City', 'UTC', 'Europe/Madrid', 'America/Argentina/Salta'])('can be %j', async (zone) => {
    expect(await fixture.ask('manager', change(`time_zone = '${zone}'`))).toBe('nuevo');
  });
});

describe('the currency', () => {
  it('sets its symbol, which nobody can write', async () => {
    const symbol = () => fixture.look(`select currency_symbol from public.territories where id = 'nuevo'`);
    await fixture.ask('manager', change(`currency_code = 'EUR'`));
    expect(await symbol()).toEqual([{ currency_symbol: '€' }]);
    for (const who of ['manager', 'admin'] as const)
      expect(await refused(who, `currency_symbol = 'Q'`)).toMatchObject({ status: 403 });
    await fixture.sql`update public.territories set currency_symbol = '$' where id = 'nuevo'`;
    expect(await symbol()).toEqual([{ currency_symbol: '€' }]);
  });

  it("is refused with a list of prices that it can't express, and has a preview of its effects", async () => {
    await fixture.sql`insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots)
      values ('nuevo', 'River', 'd', 2, 100.50, 8, 8), ('nuevo', 'Cave', 'd', 2, 385, 8, 8)`;
    const preview = (code: string) => `select public.preview_currency('nuevo', '${code}')`;
    expect(await fixture.ask('manager', preview('JPY'))).toMatchObject({
      experiences: 2,
      price: 385,
      from_symbol: 'Q',
      to_symbol: '¥',
      broken: [{ title: 'River', price: 100.5 }],
    });
    expect(await fixture.refusal('staff', preview('JPY'))).toMatchObject(managersOnly);
    expect(await refused('manager', `currency_code = 'JPY'`)).toEqual({
      status: 409,
      code: 'prices_not_expressible',
      message: 'JPY has no such prices. Change these first: River (100.50)',
    });
    expect(await fixture.ask('manager', change(`currency_code = 'USD'`))).toBe('nuevo');
    await fixture.sql`update public.experiences set shared_price = 100 where title = 'River'`;
    expect(await fixture.ask('manager', change(`currency_code = 'JPY'`))).toBe('nuevo');
  });

  it("can't be changed once something was sold, by its manager or an admin", async () => {
    const rules = (who: Who, place: string) => fixture.ask(who, `select public.territory_rules('${place}')`);
    for (const who of ['manager', 'admin'] as const)
      expect(await refused(who, `currency_code = 'EUR'`, 'rio')).toEqual(locked);
    expect(await rules('manager', 'rio')).toEqual({ manages: true, has_sold: true });
    expect(await rules('staff', 'nuevo')).toEqual({ manages: false, has_sold: false });
  });

  it.each([
    ['a booking', `update public.bookings set territory_id = 'nuevo' where id = '${id.booking}'`],
    ['a transport booking', `update public.bookings set territory_id = 'nuevo' where id = '${id.transportBooking}'`],
    ['sold seats', `update public.departures set territory_id = 'nuevo', sold = 1 where id = '${id.departure}'`],
    [
      'an active hold',
      `update private.holds set territory_id = 'nuevo', state = 'held' where id = (select id from private.holds limit 1)`,
    ],
  ])("can't be changed with %s", async (_, statement) => {
    await fixture.ask('manager', change(`currency_code = 'USD'`));
    await fixture.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql.unsafe(statement);
    });
    expect(await refused('manager', `currency_code = 'EUR'`)).toEqual(locked);
    // The time zone is fixed too, because it decides when guests can cancel and are no-shows. An admin can correct
    // it.
    expect(await refused('manager', `time_zone = 'Pacific/Kiritimati'`)).toMatchObject({ code: 'time_zone_locked' });
    expect(await fixture.ask('admin', change(`time_zone = 'America/Mexico_City'`))).toBe('nuevo');
    expect(await fixture.ask('manager', change(`name = 'Other'`))).toBe('nuevo');
  });
});
