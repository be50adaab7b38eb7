import { describe, expect, it } from 'vitest';
import { PICTURED, saveOf } from '../catalogue/support.ts';
import { fixture, fixtureForEachTest } from './fixture.ts';
import { id, identityOf, userId } from './identities.ts';

fixtureForEachTest();

describe('catalogue rules', () => {
  it('archives what was sold and deletes what was not', async () => {
    for (const target of [id.experience, id.hiddenExperience, id.unsoldExperience])
      await fixture.ask('manager', `delete from public.experiences where id = '${target}'`);
    await fixture.ask('manager', `delete from public.territory_transports where id = '${id.transport}'`);
    expect(
      await fixture.look(
        `select id, archived_at is not null as archived, visible from public.experiences where territory_id = 'rio'`,
      ),
    ).toEqual([{ id: id.experience, archived: true, visible: false }]);
    expect(await fixture.ask('anon', `select count(*)::int from public.experiences where territory_id = 'rio'`)).toBe(
      0,
    );
    expect(await fixture.ask('tourist', `select title from public.experiences where id = '${id.experience}'`)).toBe(
      'Home',
    );
    expect(
      await fixture.ask(
        'tourist',
        `select t.title from public.bookings b join public.territory_transports t on t.id = b.service_id where b.id = '${id.transportBooking}'`,
      ),
    ).toBe('Home');
  });

  it('archives a territory with bookings and everything in it, and deletes one without', async () => {
    expect(await fixture.ask('admin', `select public.delete_territory('rio')`)).toEqual({
      deleted: false,
      archived: true,
    });
    expect(await fixture.ask('admin', `select public.delete_territory('oculto')`)).toEqual({
      deleted: true,
      archived: false,
    });
    expect(
      await fixture.look('select id, archived_at is not null as archived from public.territories order by id'),
    ).toEqual([
      { id: 'lago', archived: false },
      { id: 'rio', archived: true },
    ]);
    expect(await fixture.ask('manager', 'select count(*)::int from public.bookings')).toBe(0);
    expect(await fixture.ask('tourist', 'select count(*)::int from public.bookings')).toBe(2);
  });

  it('refuses people and places of another territory', async () => {
    const cases: [string, string][] = [
      [saveOf(id.experience, { ...PICTURED, guides: [userId.guide, userId.tourist] }), 'guide_not_in_territory'],
      [saveOf(id.experience, { ...PICTURED, tags: [id.tag2] }), 'tag_not_in_territory'],
      [
        `update public.territory_transports set pickup_location_id = 'pu_away' where id = '${id.transport}'`,
        'pickup_not_in_territory',
      ],
    ];
    for (const [statement, code] of cases)
      expect(await fixture.refusal('manager', statement)).toMatchObject({ status: 400, code });
  });

  it('keeps a guide who has left in the ranking, but not as leading guide', async () => {
    await fixture.sql`delete from public.experience_guide_rankings where experience_id = ${id.experience}`;
    await fixture.sql`insert into public.experience_guide_rankings (experience_id, guide_id, rank)
      values (${id.experience}, ${userId.guide}, 1), (${id.experience}, ${userId.tourist}, 2)`;
    const saving = (...guides: string[]) => fixture.refusal('manager', saveOf(id.experience, { ...PICTURED, guides }));
    expect(await saving(userId.guide, userId.tourist)).toBeUndefined();
    expect(await saving(userId.tourist, userId.guide)).toMatchObject({ status: 400, code: 'guide_not_in_territory' });
  });

  it('refuses an outsider who adds a schedule, without revealing the driver', async () => {
    for (const driver of [userId.driver, userId.tourist]) {
      for (const outsider of ['tourist', 'driver', 'guide', 'shuttle2', 'staff2'] as const) {
        for (const day of ['monday', 'friday'])
          expect(
            await fixture.refusal(
              outsider,
              `insert into public.driver_schedules (driver_id, slot_id, day_of_week) values ('${driver}', '${id.transport}', '${day}')`,
            ),
          ).toMatchObject({ status: 403, code: 'forbidden' });
      }
    }
  });

  it('refuses the same driver, service and day twice with its own text', async () => {
    const statement = `insert into public.driver_schedules (driver_id, slot_id, day_of_week) values ('${userId.driver}', '${id.transport}', 'monday')`;
    expect(await fixture.refusal('shuttle', statement)).toEqual({
      status: 409,
      code: 'schedule_exists',
      message: 'This driver already has a schedule for this service on this day',
    });
  });

  it('shows a driver the departures of a service while schedule and driver are active', async () => {
    const seen = () => fixture.ask<number>('driver', `select count(*)::int from unnest(private.driven_slots())`);
    expect(await seen()).toBe(1);
    await fixture.ask('shuttle', 'update public.driver_schedules set active = false');
    expect(await seen()).toBe(0);
    await fixture.ask('shuttle', 'update public.driver_schedules set active = true');
    await fixture.ask('shuttle', 'update public.shuttle_drivers set active = false');
    expect(await seen()).toBe(0);
  });

  it('shows a shuttle manager the names, addresses and services of drivers', async () => {
    const drivers = await fixture.as(
      identityOf('shuttle'),
      (sql) => sql`select full_name, email, active, services from public.list_drivers('rio')`,
    );
    expect([...drivers]).toEqual([
      {
        full_name: 'driver',
        email: 'driver@example.test',
        active: true,
        services: [{ title: 'Home', titles: { en: 'Home' } }],
      },
    ]);
  });

  it('refuses to change more of an experience than its visibility without save_service', async () => {
    const changes = [
      `territory_id = 'lago'`,
      'rating_average = 5',
      'archived_at = null',
      `shared_price = 'NaN'`,
      `title = 'x'`,
    ];
    for (const change of changes) {
      expect(
        await fixture.refusal('admin', `update public.experiences set ${change} where id = '${id.experience}'`),
      ).toMatchObject({ status: 403 });
    }
  });

  it('refuses to make archived services visible', async () => {
    await fixture.sql`update public.services set archived_at = now(), visible = false where id in (${id.experience}, ${id.transport})`;
    for (const view of ['services', 'experiences', 'territory_transports'])
      for (const who of ['manager', 'admin', 'shuttle'] as const)
        await fixture.ask(
          who,
          `update public.${view} set visible = true where id in ('${id.experience}', '${id.transport}')`,
        );
    expect(await fixture.look('select id from public.services where archived_at is not null and visible')).toEqual([]);
  });

  it('lets only an admin feature a territory', async () => {
    const statement = `update public.territories set featured = true where id = 'rio'`;
    expect(await fixture.refusal('manager', statement)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await fixture.refusal('admin', statement)).toBeUndefined();
  });
});
