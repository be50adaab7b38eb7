import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest, giveRole } from './access/fixture.ts';
import { id, identityOf, userId, type Who } from './access/identities.ts';
import { form, save } from './catalogue/support.ts';

// Tests the steps from an empty territory to its first booking. They are derived from the data, and not stored.

fixtureForEachTest();

interface Steps {
  needs: string[];
  lacks: string[];
  open: boolean;
  done: boolean;
  hidden: boolean;
  manages: boolean;
  guide: string | null;
  awaited: { email: string; full_name: string; undelivered: boolean } | null;
  experience: { id: string; title: string; visible: boolean; led: boolean } | null;
}
const steps = (who: Who = 'manager', place = 'nuevo') =>
  fixture.ask<Steps>(who, `select public.first_steps('${place}')`);
const needs = async () => (await steps()).needs;
const open = (who: Who = 'manager') => fixture.refusal(who, `select public.open_territory('nuevo')`);
const shown = async () =>
  fixture.look<{ territory: boolean; experiences: number }>(
    `select visible as territory, (select count(*)::int from public.experiences e where e.territory_id = t.id and e.visible) as experiences
     from public.territories t where id = 'nuevo'`,
  );

beforeEach(async () => {
  await fixture.sql`insert into public.territories (id, name, description, visible, image_urls)
    values ('nuevo', 'Nuevo', 'New', false, '{/art/a.svg}')`;
  await giveRole(fixture.sql, userId.manager, 'territory_manager', 'nuevo');
  await giveRole(fixture.sql, userId.staff, 'territory_staff', 'nuevo');
});

const steppedThrough = {
  settings: () =>
    fixture.ask('manager', `update public.territories set meeting_point = 'The dock' where id = 'nuevo' returning 1`),
  experience: () => save('manager', id.departure, null, form({ guides: [], tags: [], timeslots: [] }), 'nuevo'),
  slots: () =>
    fixture.sql`insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
      values (${id.departure}, '09:00', '11:00', 8, 8)`,
  pickup: () =>
    fixture.sql`insert into public.pickup_locations (id, territory_id, name) values ('pu_nuevo', 'nuevo', 'The dock')`,
  guide: () => giveRole(fixture.sql, userId.guide2, 'tour_guide', 'nuevo'),
};
const allDone = async () => {
  for (const step of Object.values(steppedThrough)) await step();
};

describe('the first steps', () => {
  it('are completed one after the other, in any order', async () => {
    expect(await needs()).toEqual(['settings', 'guide', 'experience', 'slots', 'pickup']);
    await steppedThrough.settings();
    expect(await needs()).toEqual(['guide', 'experience', 'slots', 'pickup']);
    await steppedThrough.experience();
    expect(await needs()).toEqual(['guide', 'slots', 'pickup']);
    await steppedThrough.slots();
    await steppedThrough.pickup();
    expect(await needs()).toEqual(['guide']);
    // The first guide gets the draft.
    await steppedThrough.guide();
    expect(await steps()).toMatchObject({ needs: [], open: false, done: false, experience: { led: true } });
    expect(await open()).toBeUndefined();
    expect(await steps()).toMatchObject({ needs: [], open: true, done: true });
    expect(await shown()).toEqual([{ territory: true, experiences: 1 }]);
  });

  it('are open again when their basis is removed', async () => {
    await allDone();
    await fixture.sql`update private.role_grants set revoked_at = now() where territory_id = 'nuevo' and role = 'tour_guide'`;
    expect(await needs()).toEqual(['guide']);
    expect(await open()).toMatchObject({ status: 409, code: 'territory_not_ready' });
  });

  it('ask for the times of an experience that has a guide', async () => {
    await steppedThrough.guide();
    await save('manager', randomUUID(), null, form({ guides: [userId.guide2], tags: [], timeslots: [] }), 'nuevo');
    await steppedThrough.experience();
    await steppedThrough.slots();
    expect(await needs()).toContain('slots');
  });

  it('name the invited person, and show an undelivered email', async () => {
    await fixture.ask(
      'manager',
      `select public.create_invite('marta@example.test', '{tour_guide}', 'nuevo', 'Marta Xol')`,
    );
    expect((await steps()).awaited).toMatchObject({
      email: 'marta@example.test',
      full_name: 'Marta Xol',
      undelivered: false,
    });
    await fixture.sql`update private.outbox set state = 'dead' where template = 'invite'`;
    expect((await steps('staff')).awaited).toMatchObject({ undelivered: true });
    // Sending it again creates a new email.
    await fixture.ask(
      'staff',
      `select public.create_invite('marta@example.test', '{tour_guide}', 'nuevo', 'Marta Xol')`,
    );
    expect((await steps()).awaited).toMatchObject({ undelivered: false });
    await fixture.sql`update public.invites set expires_at = now() where territory_id = 'nuevo'`;
    expect((await steps()).awaited).toBeNull();
  });

  it('have ended once something was sold', async () => {
    expect(await steps('manager', 'rio')).toMatchObject({ done: true });
  });

  it('are hidden by each person for themselves, and shown again', async () => {
    const hide = (hidden: boolean) => fixture.ask('manager', `select public.hide_first_steps('nuevo', ${hidden})`);
    await hide(true);
    expect(await steps()).toMatchObject({ hidden: true });
    expect(await steps('staff')).toMatchObject({ hidden: false });
    await hide(false);
    expect(await steps()).toMatchObject({ hidden: false });
  });

  it('are only shown to their own territory', async () => {
    const forbidden = { status: 403, code: 'forbidden' };
    for (const who of ['tourist', 'guide', 'shuttle', 'driver', 'partner', 'staff2', 'manager2'] as const) {
      expect(await fixture.refusal(who, `select public.first_steps('nuevo')`), who).toMatchObject(forbidden);
      expect(await fixture.refusal(who, `select public.hide_first_steps('nuevo', true)`), who).toMatchObject(forbidden);
      expect(await open(who), who).toMatchObject(forbidden);
    }
    expect(await fixture.refusal('anon', `select public.first_steps('nuevo')`)).toBeDefined();
  });
});

describe('a territory that only sells transport', () => {
  const boat = randomUUID();
  beforeEach(async () => {
    await steppedThrough.settings();
    await steppedThrough.pickup();
  });
  const addBoat = (visible: boolean) =>
    fixture.sql`insert into public.territory_transports (id, territory_id, transport_type_id, title, description, shared_price,
        pickup_location, departure_time, duration_hours, visible)
      values (${boat}, 'nuevo', 'shuttle', 'Boat', 'Across the lake', 90, 'The dock', '08:00', 1, ${visible})`;
  const boats = () =>
    fixture.look(`select count(*)::int as n from public.territory_transports where territory_id = 'nuevo' and visible`);

  it('needs no guide and no experience to be opened', async () => {
    expect(await open()).toMatchObject({ status: 409, code: 'territory_not_ready' });
    await addBoat(false);
    expect(await steps()).toMatchObject({ needs: [], lacks: ['guide', 'experience', 'slots'], open: false });
    expect(await open('staff')).toMatchObject({ status: 403, code: 'managers_only' });
    expect(await open()).toBeUndefined();
    expect(await boats()).toEqual([{ n: 1 }]);
    expect(await steps()).toMatchObject({ open: true, done: true });
  });

  it('can be made visible by its manager with any request, and needs the rest when the service is removed', async () => {
    await addBoat(true);
    const direct = `update public.territories set visible = true where id = 'nuevo' returning 1`;
    await fixture.sql`update public.territory_transports set archived_at = now(), visible = false where id = ${boat}`;
    expect(await needs()).toEqual(['guide', 'experience', 'slots']);
    expect(await fixture.refusal('manager', direct)).toMatchObject({ status: 409, code: 'territory_not_ready' });
    await fixture.sql`update public.territory_transports set archived_at = null where id = ${boat}`;
    expect(await fixture.refusal('manager', direct)).toBeUndefined();
  });

  it('still asks for the meeting place', async () => {
    await addBoat(true);
    await fixture.sql`update public.territories set meeting_point = null where id = 'nuevo'`;
    expect(await needs()).toEqual(['settings']);
  });

  it('shows both with a first experience too, and later only what its manager wants', async () => {
    await addBoat(true);
    await steppedThrough.experience();
    await steppedThrough.slots();
    await steppedThrough.guide();
    expect(await open()).toBeUndefined();
    expect(await shown()).toEqual([{ territory: true, experiences: 1 }]);
    await fixture.sql`update public.experiences set visible = false where territory_id = 'nuevo'`;
    expect(await open()).toBeUndefined();
    expect(await shown()).toEqual([{ territory: true, experiences: 0 }]);
  });
});

describe('opening a territory', () => {
  it('is only possible for its manager, once it can be booked, with any request', async () => {
    const direct = `update public.territories set visible = true where id = 'nuevo' returning 1`;
    const notReady = { status: 409, code: 'territory_not_ready' };
    expect(await fixture.refusal('manager', direct)).toMatchObject(notReady);
    await allDone();
    expect(await open('staff')).toMatchObject({ status: 403, code: 'managers_only' });
    expect(await shown()).toEqual([{ territory: false, experiences: 0 }]);
    expect(await fixture.refusal('manager', direct)).toBeUndefined();
    // Admins can show any territory.
    await fixture.sql`update public.territories set visible = false, meeting_point = null where id = 'nuevo'`;
    expect(await fixture.refusal('manager', direct)).toMatchObject(notReady);
    expect(await fixture.refusal('admin', direct)).toBeUndefined();
  });

  it('happens once for two simultaneous requests, and an experience hidden again stays hidden', async () => {
    await allDone();
    const press = () => fixture.as(identityOf('manager'), (sql) => sql`select public.open_territory('nuevo')`);
    await Promise.all([press(), press(), press()]);
    const entries = `select count(*)::int as n from public.audit_log where action = 'territory_changed' and detail ? 'visible'`;
    expect(await fixture.look(entries)).toEqual([{ n: 1 }]);
    const second = randomUUID();
    await save('manager', second, null, form({ guides: [userId.guide2], tags: [] }), 'nuevo');
    await fixture.ask('manager', `update public.experiences set visible = false where id = '${second}' returning 1`);
    await press();
    expect(await shown()).toEqual([{ territory: true, experiences: 1 }]);
  });

  it('needs texts from its own people and a name from its manager, and logs an entry for each', async () => {
    const change = (who: Who, set: string) =>
      fixture.refusal(who, `update public.territories set ${set} where id = 'nuevo' returning 1`);
    for (const who of ['staff', 'manager', 'admin'] as const)
      expect(
        await change(
          who,
          `description = '${who}', meeting_point = 'At ${who}', meeting_point_link = 'https://m.test/${who}'`,
        ),
      ).toBeUndefined();
    expect(await change('staff', `name = 'Other'`)).toMatchObject({ code: 'managers_only' });
    for (const name of ['بحيرة أتيتلان', 'Río 🌋', 'アティトラン'])
      expect(await change('manager', `name = '${name}'`), name).toBeUndefined();
    for (const name of ['R\u200bío', 'R\u202eío', 'Río\u0007'])
      expect(await change('manager', `name = '${name}'`), name).toMatchObject({ status: 400, code: 'name_not_plain' });
    for (const link of ['javascript:x', 'http://m.test', 'https://m.test@evil.test/'])
      expect(await change('manager', `meeting_point_link = '${link}'`), link).toMatchObject({ code: '23514' });
    expect(await change('manager', `id = 'otro'`)).toMatchObject({ status: 403 });
    for (const who of ['tourist', 'guide', 'staff2', 'manager2', 'partner'] as const)
      await change(who, `description = 'hostile'`);
    const [row] = await fixture.look(
      `select name, description, meeting_point from public.territories where id = 'nuevo'`,
    );
    expect(row).toEqual({ name: 'アティトラン', description: 'admin', meeting_point: 'At admin' });
    const entries = `select count(*)::int as n from public.audit_log where action = 'territory_changed' and territory_id = 'nuevo'`;
    expect(await fixture.look(entries)).toEqual([{ n: 6 }]);
  });
});

describe('adding a territory', () => {
  const add = (more = '', who: Who = 'admin', place = 'valle') =>
    fixture.refusal(
      who,
      `select public.add_territory('${place}', '{"name": "Valle", "description": "Quiet.", "country": "GT", "visible": false,
        "image_urls": ["/art/a.svg"], "video_urls": []}'${more})`,
    );
  const made = () =>
    fixture.look(`select (select count(*)::int from public.territories where id = 'valle') as territories,
      (select count(*)::int from public.invites where territory_id = 'valle') as invites,
      (select count(*)::int from private.outbox where template = 'invite' and recipient = 'sandra@example.test') as letters`);

  it('takes its currency and time zone, and refuses ones that do not exist', async () => {
    const added = (place: string, more: object) => {
      const region = {
        name: place,
        description: 'd',
        country: 'MX',
        visible: false,
        image_urls: [],
        video_urls: [],
        ...more,
      };
      return fixture.refusal('admin', `select public.add_territory('${place}', '${JSON.stringify(region)}')`);
    };
    expect(await added('merida', { currency_code: 'MXN', time_zone: 'America/Merida' })).toBeUndefined();
    expect(
      await fixture.look(
        `select currency_code, currency_symbol, time_zone from public.territories where id = 'merida'`,
      ),
    ).toEqual([{ currency_code: 'MXN', currency_symbol: '$', time_zone: 'America/Merida' }]);
    expect(await added('gold', { currency_code: 'XAU' })).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await added('mars', { time_zone: 'Mars/Base' })).toMatchObject({ status: 400, code: 'unknown_time_zone' });
  });

  it('invites its manager in the same transaction, and survives a failing email', async () => {
    expect(await add(`, 'Sandra@example.test', 'Sandra Ical'`)).toBeUndefined();
    expect(await made()).toEqual([{ territories: 1, invites: 1, letters: 1 }]);
    await fixture.sql`update private.outbox set state = 'dead' where template = 'invite'`;
    const again = `select public.create_invite('sandra@example.test', '{territory_manager}', 'valle', 'Sandra Ical')`;
    expect(await fixture.refusal('admin', again)).toBeUndefined();
    const waiting = `select count(*)::int as n from public.invites where territory_id = 'valle' and withdrawn_at is null`;
    expect(await fixture.look(waiting)).toEqual([{ n: 1 }]);
  });

  it('succeeds or fails as a whole', async () => {
    for (const more of [`, 'nobody'`, `, 'sandra@example.test', 'www.buy.shop'`])
      expect(await add(more), more).toMatchObject({ status: 400 });
    // Fifteen emails a day may go to one address, from all senders together.
    await fixture.sql`select private.count_letter('invitation', 'sandra@example.test', 15) from generate_series(1, 15)`;
    expect(await add(`, 'sandra@example.test'`)).toMatchObject({ status: 429 });
    expect(await made()).toEqual([{ territories: 0, invites: 0, letters: 0 }]);
  });

  it('is refused for an existing name, even of an archived one, and to all but admins', async () => {
    expect(await add('', 'admin', 'rio')).toMatchObject({ status: 409, code: 'territory_exists' });
    for (const who of ['tourist', 'manager', 'staff'] as const)
      expect(await add('', who), who).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await made()).toEqual([{ territories: 0, invites: 0, letters: 0 }]);
  });

  it('works without an invitation too', async () => {
    expect(await add(`, ''`)).toBeUndefined();
    expect(await made()).toEqual([{ territories: 1, invites: 0, letters: 0 }]);
  });
});
