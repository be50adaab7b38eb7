import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest, giveRole } from '../access/fixture.ts';
import { id, userId, type Who } from '../access/identities.ts';
import { FIELDS, form, refused, save, slot, version } from './support.ts';

// An experience without a guide is a draft, which is stored but neither visible nor sold.

const NEEDS_GUIDE = { status: 409, code: 'guide_needed' };
const draftForm = form({ guides: [], tags: [], timeslots: [slot({ id: id.departure })] });

/** Creates a territory with the same team but no guide, and a draft in it. */
async function newDraft(): Promise<string> {
  await fixture.sql`insert into public.territories (id, name, description, visible) values ('nuevo', 'Nuevo', 'New', true)`;
  await giveRole(fixture.sql, userId.manager, 'territory_manager', 'nuevo');
  await giveRole(fixture.sql, userId.staff, 'territory_staff', 'nuevo');
  const made = randomUUID();
  await save('manager', made, null, draftForm, 'nuevo');
  return made;
}
const stored = async (experience: string) =>
  (
    await fixture.look<{ visible: boolean; guide_id: string | null; rankings: number }>(
      `select visible, guide_id, (select count(*)::int from public.experience_guide_rankings r where r.experience_id = e.id) as rankings
       from public.experiences e where e.id = '${experience}'`,
    )
  )[0];
const show = (who: Who, experience: string) =>
  fixture.refusal(who, `update public.experiences set visible = true where id = '${experience}' returning 1`);

describe('an experience without a guide', () => {
  fixtureForEachTest();
  let draft = '';
  beforeEach(async () => {
    draft = await newDraft();
  });

  it('is stored as a hidden draft', async () => {
    expect(await stored(draft)).toEqual({ visible: false, guide_id: null, rankings: 0 });
    // Saved again, the experience is still a draft.
    await save('staff', draft, await version(draft), { ...draftForm, title: 'Later' }, 'nuevo');
    expect(await stored(draft)).toMatchObject({ visible: false });
  });

  it("can't be made visible by any request", async () => {
    for (const who of ['staff', 'manager', 'admin'] as const)
      expect(await show(who, draft), who).toMatchObject(NEEDS_GUIDE);
    expect(await fixture.refusal('manager', `select public.open_territory('nuevo')`)).toMatchObject({
      code: 'territory_not_ready',
    });
  });

  it('is not found, read, quoted or held', async () => {
    for (const who of ['anon', 'tourist'] as const) {
      expect(await fixture.ask(who, `select count(*)::int from public.experiences where id = '${draft}'`)).toBe(0);
      const found = `select count(*)::int from public.experiences_on('nuevo', current_date + 6, 2)`;
      expect(await fixture.ask(who, found)).toBe(0);
      const seats = `select count(*)::int from public.get_departures('${draft}', current_date + 1, current_date + 7)`;
      expect(await fixture.refusal(who, seats).then((no) => no?.code ?? 'none')).toBe(
        (await fixture.refusal(who, seats.replace(draft, id.hiddenExperience)))?.code ?? 'none',
      );
    }
    const hold = (experience: string, timeslot: string, day: string) =>
      `select public.create_hold(jsonb_build_object('idempotency_key', gen_random_uuid(), 'kind', 'experience', 'service_id', '${experience}',
        'slot_id', '${timeslot}', 'service_date', ${day}, 'booking_type', 'shared', 'num_people', 1, 'payment_method', 'cash',
        'whatsapp_number', '+50255555555', 'country', 'GT', 'speaks_spanish', false, 'waiver_version', '1'))`;
    // Next Monday, on which the experience would leave.
    const monday = `date_trunc('week', current_date)::date + 7`;
    const no = await fixture.refusal('tourist', hold(draft, id.departure, monday));
    expect(no).toMatchObject({ status: 404 });
    // Control: with a guide the same request is accepted.
    await giveRole(fixture.sql, userId.guide, 'tour_guide', 'nuevo');
    expect(await show('manager', draft)).toBeUndefined();
    expect((await fixture.refusal('tourist', hold(draft, id.departure, monday)))?.status).not.toBe(404);
  });

  it('gets the first guide of its territory, and stays hidden until made visible', async () => {
    await giveRole(fixture.sql, userId.guide, 'tour_guide', 'nuevo');
    expect(await stored(draft)).toEqual({ visible: false, guide_id: userId.guide, rankings: 1 });
    expect(await show('staff', draft)).toBeUndefined();
    expect(await stored(draft)).toMatchObject({ visible: true });
  });

  it("is not changed by a second guide, because the territory's team chooses", async () => {
    await giveRole(fixture.sql, userId.guide, 'tour_guide', 'nuevo');
    const other = randomUUID();
    await save('manager', other, null, form({ guides: [], tags: [] }), 'nuevo');
    await giveRole(fixture.sql, userId.guide2, 'tour_guide', 'nuevo');
    expect(await stored(other)).toEqual({ visible: false, guide_id: null, rankings: 0 });
    expect(await show('manager', other)).toMatchObject(NEEDS_GUIDE);
  });

  it('waits again when its only guide has left before it was visible', async () => {
    await giveRole(fixture.sql, userId.guide, 'tour_guide', 'nuevo');
    await fixture.sql`update private.role_grants set revoked_at = now() where user_id = ${userId.guide} and territory_id = 'nuevo'`;
    expect(await show('manager', draft)).toMatchObject(NEEDS_GUIDE);
  });

  it("is no reason for a refusal to people who can't make it visible anyway", async () => {
    for (const who of ['tourist', 'guide', 'staff2', 'manager2'] as const)
      expect(await show(who, draft)).toBeUndefined();
    expect(await stored(draft)).toMatchObject({ visible: false });
  });
});

describe('a visible experience', () => {
  fixtureForEachTest();

  it('keeps its guide, which the form requires and no request removes', async () => {
    const made = randomUUID();
    await save('manager', made, null, form());
    expect(await refused('manager', made, await version(made), form({ guides: [] }))).toBe(FIELDS);
    await fixture.sql`delete from public.experience_guide_rankings where experience_id = ${made}`;
    const empty = `update public.experiences set guide_id = null where id = '${made}' returning 1`;
    for (const who of ['staff', 'manager', 'admin'] as const)
      expect(await fixture.refusal(who, empty), who).toMatchObject({ status: 403 });
    // Hidden, the experience becomes a draft again.
    await fixture.ask('manager', `update public.experiences set visible = false where id = '${made}' returning 1`);
    await save('manager', made, await version(made), form({ guides: [] }));
    expect(await show('manager', made)).toMatchObject(NEEDS_GUIDE);
  });
});
