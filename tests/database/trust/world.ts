import { installCellProbe } from '../access/foreign/probe.ts';
import { type Checkout, createCheckout } from '../booking/support/checkout.ts';
import { createFixture, createUsers, type Fixture, grantRole, referUsers } from '../booking/support/fixture.ts';
import { Roles } from './roles.ts';

export type Service = { kind: 'experience' | 'transport'; territory: string; id: string; slot: string | null };
export type Invitation = { id: string; code: string; to: string; roles: string[]; territory: string };

/** Two active territories, their people, and the events so far, as the model knows them. */
export type World = {
  fixture: Fixture;
  checkout: Checkout;
  /** Ids by name. The last two people have no relation to anything. */
  people: Record<string, string>;
  services: Service[];
  roles: Roles;
  invitations: Invitation[];
  /** A counter that makes every amount unique. */
  amounts: number;
};

export async function createWorld(): Promise<World> {
  const fixture = await createFixture({ seats: 6 });
  const { sql } = fixture.db;
  const names = ['guide2', 'staff2', 'manager2', 'driver', 'admin', 'ana', 'ben', 'cleo', 'newcomer', 'stranger'];
  const ids = await createUsers(sql, names.length);
  const made = Object.fromEntries(names.map((name, n) => [name, ids[n] ?? '']));
  const { guide, staff, manager, shuttle } = fixture;
  const people: Record<string, string> = { guide, staff, manager, shuttle, ...made };
  people.partner = await referUsers(sql, [people.ana ?? ''], 12.5);
  const roles = new Roles();
  const given: [string, string, string | null][] = [
    ['guide2', 'tour_guide', 'lago'],
    ['staff2', 'territory_staff', 'lago'],
    ['manager2', 'territory_manager', 'lago'],
    ['driver', 'shuttle_driver', 'rio'],
    ['admin', 'admin', null],
  ];
  for (const [name, role, territory] of given) await grantRole(sql, people[name] ?? '', role, territory);
  await sql`insert into private.guide_numbers (user_id, whatsapp_number)
    values (${guide}, '+50250000001'), (${people.guide2 ?? ''}, '+50250000002')`;
  for (const row of await sql<
    { user_id: string; role: string; territory_id: string | null }[]
  >`select * from private.live_grants`)
    roles.hold(row.user_id, row.role, row.territory_id);
  await sql`update public.profiles p set territory_id = g.territory_id from private.live_grants g where g.user_id = p.id and g.territory_id is not null`;
  await sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${people.driver ?? ''}, 'rio')`;
  await sql`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
    select ${people.driver ?? ''}, ${fixture.transport}, d from unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]) d`;
  const services = [
    { kind: 'experience' as const, territory: 'rio', id: fixture.experience, slot: fixture.slot },
    { kind: 'transport' as const, territory: 'rio', id: fixture.transport, slot: null },
    await experienceOfLago(fixture, people.guide2 ?? ''),
  ];
  await installCellProbe(sql);
  return { fixture, checkout: createCheckout(fixture), people, services, roles, invitations: [], amounts: 0 };
}

async function experienceOfLago({ db: { sql } }: Fixture, guide: string): Promise<Service> {
  const [experience] = await sql`insert into public.experiences
      (territory_id, guide_id, title, description, duration, shared_price, max_spots, available_spots, cash_allowed)
    values ('lago', ${guide}, 'Volcano', 'd', 4, 100, 6, 6, true) returning id`;
  const [slot] =
    await sql`insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
    values (${experience?.id}, '09:00', '13:00', 6, 6) returning id`;
  return { kind: 'experience', territory: 'lago', id: experience?.id as string, slot: slot?.id as string };
}
