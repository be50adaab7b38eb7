import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { id, identityOf, type Who } from '../access/identities.ts';
import { form, refused, save, slot, version } from './support.ts';

describe('time slots', () => {
  fixtureForEachTest();

  const taken = /^The 8:00 AM time slot has upcoming bookings\./;
  const book = () =>
    fixture.sql.unsafe(
      `update public.departures set service_date = current_date + 5, sold = 1 where id = '${id.departure}'`,
    );
  const kept = { id: id.slot, start_time: '08:00', end_time: '10:00', days_of_week: ['monday'], spots: 8 };

  it('stay while guests are booked on them', async () => {
    await book();
    const seen = await version(id.experience);
    expect(await refused('manager', id.experience, seen, form({ timeslots: [] }))).toMatch(taken);
    await save(
      'manager',
      id.experience,
      seen,
      form({ timeslots: [{ ...kept, start_time: '09:00', end_time: '10:30' }] }),
    );
  });

  it('are archived once their bookings have ended, and never return', async () => {
    await fixture.sql.unsafe(
      `update public.departures set service_date = current_date - 5, sold = 1 where id = '${id.departure}'`,
    );
    const next = await save('manager', id.experience, await version(id.experience), form({ timeslots: [] }));
    expect(
      await fixture.look(
        `select archived_at is not null as archived from public.experience_timeslots where id = '${id.slot}'`,
      ),
    ).toEqual([{ archived: true }]);
    // Its time is free for another one.
    const again = await save('manager', id.experience, next, form({ timeslots: [slot({ start_time: '08:00' })] }));
    expect(await refused('manager', id.experience, again, form({ timeslots: [kept] }))).toBe(
      'You can no longer change this time slot',
    );
  });

  it('are limited to thirty, each of them once', async () => {
    const seen = await version(id.experience);
    const saving = (timeslots: object[]) => refused('manager', id.experience, seen, form({ timeslots }));
    const hours = Array.from({ length: 31 }, (_, n) => {
      const time = `${String(n % 24).padStart(2, '0')}:${n < 24 ? '00' : '30'}`;
      return slot({ start_time: time, end_time: '23:59' });
    });
    expect(await saving(hours)).toBe('At most 30 time slots');
    expect(await saving([kept, { ...kept, start_time: '12:00' }])).toBe('A time slot is not valid');
    expect(await saving(hours.slice(1))).toBe('saved');
  });

  it('never have more seats than their experience, nor the same start and end', async () => {
    const seen = await version(id.experience);
    const most = 'A time slot has at most 8 spots, as its experience';
    const backwards = 'A time slot cannot end when it starts';
    const saving = (slots: object[], change = {}) =>
      refused('manager', id.experience, seen, form({ timeslots: slots, ...change }));
    expect(await saving([{ ...kept, spots: 50 }])).toBe(most);
    expect(await saving([{ ...kept, start_time: '05:00', end_time: '05:00' }])).toBe(backwards);
    // More spots of the experience and its slot can be saved at once, but fewer only with both.
    const more = await save(
      'manager',
      id.experience,
      seen,
      form({ max_spots: 20, timeslots: [{ ...kept, spots: 20 }] }),
    );
    expect(await refused('manager', id.experience, more, form({ timeslots: [{ ...kept, spots: 20 }] }))).toBe(most);
    await save('manager', id.experience, more, form({ timeslots: [kept] }));
  });

  it('can only be saved with the form of their service', async () => {
    const copy = `select gen_random_uuid(), service_id, kind, start_time, end_time, days_of_week, max_spots, available_spots
      from public.slots where id = '${id.slot}'`;
    for (const statement of [
      `insert into public.slots (id, service_id, kind, start_time, end_time, days_of_week, max_spots, available_spots) ${copy}`,
      `insert into public.experience_timeslots (id, experience_id, start_time, end_time, max_spots, available_spots)
         values (gen_random_uuid(), '${id.experience}', '08:00', '10:00', 8, 8)`,
      ...['slots', 'experience_timeslots'].flatMap((table) => [
        `update public.${table} set start_time = '09:00' where id = '${id.slot}'`,
        `delete from public.${table} where id = '${id.slot}'`,
      ]),
    ])
      for (const who of ['staff', 'manager', 'shuttle', 'admin'] as const)
        expect(await fixture.refusal(who, statement)).toMatchObject({ code: '42501' });
  });

  it('keep their rules when a transport is written under its public name', async () => {
    await fixture.sql`insert into public.slots (service_id, kind, start_time, days_of_week, max_spots, available_spots)
      select service_id, kind, '23:00', '{monday}', max_spots, max_spots from public.slots where id = ${id.transport}`;
    const write = (set: string) =>
      fixture.refusal('shuttle', `update public.territory_transports set ${set} where id = '${id.transport}'`);
    expect(await write(`departure_time = '23:00'`)).toMatchObject({ status: 400, code: 'timeslots_overlap' });
    expect(await write(`departure_time = '23:00', days_of_week = '{tuesday}'`)).toBeUndefined();
    for (const set of [`departure_time = '05:30:00.123'`, `days_of_week = '{tuesday,tuesday}'`])
      expect(await write(set)).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await write('max_spots = 1, available_spots = 1')).toMatchObject({ status: 400, code: 'timeslot_maximum' });
  });

  it('apply a new number of seats to future days, except those with their own', async () => {
    await book();
    const own = await fixture.ask<string>(
      'manager',
      `select public.set_departure_capacity('${id.experience}', '${id.slot}', current_date + 6, 3)`,
    );
    await save('manager', id.experience, await version(id.experience), form({ timeslots: [{ ...kept, spots: 5 }] }));
    const capacity = (departure: string) =>
      fixture.look(`select capacity from public.departures where id = '${departure}'`);
    expect([await capacity(id.departure), await capacity(own)]).toEqual([[{ capacity: 5 }], [{ capacity: 3 }]]);
  });
});

describe('the calendar of departures', () => {
  fixtureForEachTest();

  const days = (who: Who, service = id.experience) =>
    fixture.as(identityOf(who), (sql) =>
      sql.unsafe<{ sold: number; closed: boolean; offered: boolean }[]>(
        `select * from public.service_departures('${service}', current_date + 1, current_date + 7)`,
      ),
    );

  it('shows staff what is sold, including hidden services and discontinued times', async () => {
    await fixture.sql.unsafe(`update public.experience_timeslots set days_of_week = array[private.weekday(current_date + 1)] where id = '${id.slot}';
      update public.departures set service_date = current_date + 3, sold = 2 where id = '${id.departure}';
      update public.experiences set visible = false where id = '${id.experience}'`);
    const seen = await days('staff');
    expect(seen.map((day) => [day.sold, day.offered])).toEqual([
      [0, true],
      [2, false],
    ]);
    expect(await days('staff', id.transport)).toHaveLength(7);
  });

  it('changes seats and closes only what the timetable contains and has not left', async () => {
    const { sql } = fixture;
    const calls = (days: number) => [
      `select public.set_departure_capacity('${id.experience}', '${id.slot}', current_date + ${days}, 3)`,
      `select public.close_departure('${id.experience}', '${id.slot}', current_date + ${days})`,
    ];
    const answers = async (days: number) => {
      const codes = new Set();
      for (const call of calls(days)) codes.add((await fixture.refusal('manager', call))?.code);
      return [...codes];
    };
    const made = async () => (await sql`select count(*)::int as n from public.departures`)[0]?.n;
    const before = await made();
    await sql`update public.slots set days_of_week = array[private.weekday(current_date + 4)] where id = ${id.slot}`;
    expect(await answers(4)).toEqual([undefined]);
    expect(await made()).toBe(before + 1);
    expect(await answers(5)).toEqual(['departure_not_offered']);
    expect(await answers(-3)).toEqual(['departure_begun']);
    await fixture.ask('manager', `select public.close_service_date('${id.experience}', current_date - 3)`);
    await sql`update public.slots set archived_at = now() where id = ${id.slot}`;
    expect(await answers(11)).toEqual(['departure_not_offered']);
    expect(await made()).toBe(before + 1);
  });

  it('closes and opens a whole date, only for people with permission', async () => {
    const close = (open = false) => `select public.close_service_date('${id.experience}', current_date + 4, ${!open})`;
    await fixture.ask('manager', close());
    const at = async () => (await days('manager')).filter((day) => day.closed).length;
    expect(await at()).toBe(1);
    expect(
      await fixture.ask(
        'anon',
        `select max(available) from public.get_departures('${id.experience}', current_date + 4, current_date + 4)`,
      ),
    ).toBe(0);
    await fixture.ask('manager', close(true));
    expect(await at()).toBe(0);
    for (const who of ['tourist', 'guide', 'manager2', 'shuttle'] as const) {
      expect(await fixture.refusal(who, close())).toMatchObject({ status: 403 });
      await expect(days(who)).rejects.toThrow("You don't have permission to do this");
    }
  });
});
