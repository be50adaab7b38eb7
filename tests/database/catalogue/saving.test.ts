import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fixture, sharedFixture } from '../access/fixture.ts';
import { id, userId } from '../access/identities.ts';
import { counts, FIELDS, form, NOT_MINE, refused, save, secondGuide, slot, version } from './support.ts';

describe('saving an experience', () => {
  sharedFixture();

  it('creates one with its guides, tags and slots that a guest can book', async () => {
    for (const who of ['manager', 'staff', 'admin'] as const) {
      const made = randomUUID();
      await save(who, made, null, form());
      expect(
        await fixture.look(`select territory_id, guide_id, title, shared_price, private_price, cancellation_policy, visible, cardinality(image_urls) as images
          from public.experiences where id = '${made}'`),
      ).toEqual([
        {
          territory_id: 'rio',
          guide_id: userId.guide,
          title: 'Night on the river',
          shared_price: '185.00',
          private_price: '900.00',
          cancellation_policy: 'strict',
          visible: true,
          images: 1,
        },
      ]);
      const seats = `select max(available) from public.get_departures('${made}', current_date + 1, current_date + 7)`;
      expect(await fixture.ask('anon', seats)).toBe(6);
      expect(
        await fixture.ask('anon', `select count(*)::int from public.experience_tags where experience_id = '${made}'`),
      ).toBe(1);
    }
  });

  it.each([
    ['22:00', '00:00'],
    ['23:30', '01:30'],
  ])(
    'keeps a slot over midnight, from %s to %s, as a guest can book it, and saves it again',
    async (start_time, end_time) => {
      const made = randomUUID();
      const night = slot({ start_time, end_time });
      await save('manager', made, null, form({ timeslots: [night] }));
      await save('manager', made, await version(made), form({ title: 'Later', timeslots: [night] }));
      expect(
        await fixture.look(`select start_time::text, end_time::text from public.slots where service_id = '${made}'`),
      ).toEqual([{ start_time: `${start_time}:00`, end_time: `${end_time}:00` }]);
      const seats = `select jsonb_agg(distinct jsonb_build_array(start_time, end_time, available))
      from public.get_departures('${made}', current_date + 1, current_date + 7)`;
      expect(await fixture.ask('anon', seats)).toEqual([[`${start_time}:00`, `${end_time}:00`, 6]]);
    },
  );

  it("is only possible for the territory's team", async () => {
    const p = form({ guides: [userId.guide2], tags: [] });
    for (const who of ['anon', 'tourist', 'guide', 'shuttle', 'driver', 'partner', 'staff2', 'manager2'] as const) {
      expect(await refused(who, randomUUID(), null, form()), who).not.toBe('saved');
      expect(await refused(who, id.experience, await version(id.experience), form()), who).not.toBe('saved');
    }
    expect(await refused('manager', id.experience2, await version(id.experience2), p)).toBe(NOT_MINE);
    // Creates a service with the id of another territory's service.
    expect(await refused('manager', id.experience2, null, p)).toBe(NOT_MINE);
    expect(await refused('manager', randomUUID(), await version(id.experience), form())).toBe(NOT_MINE);
    // Sends an experience's form with the id of a ride, as a new one and as a change.
    expect(await refused('manager', id.transport, null, form())).toBe(NOT_MINE);
    expect(await refused('manager', id.transport, await version(id.transport), form())).toBe(NOT_MINE);
    expect(await refused('manager', randomUUID(), null, form(), 'lago')).toBe("You don't have permission to do this");
  });

  it('keeps what to bring for a page without that field, and empties it when requested', async () => {
    const made = randomUUID();
    const bring = async () =>
      (
        await fixture.look<{ b: string | null }>(
          `select what_to_bring as b from public.experiences where id = '${made}'`,
        )
      )[0]?.b;
    const timeslots = [slot()];
    await save('manager', made, null, form({ timeslots, what_to_bring: 'A towel' }));
    await save('manager', made, await version(made), form({ timeslots, title: 'Day' }));
    expect(await bring()).toBe('A towel');
    await save('manager', made, await version(made), form({ timeslots, title: 'Day', what_to_bring: '' }));
    expect(await bring()).toBeNull();
  });

  it('logs changes, a price with its currency, and nothing if unchanged', async () => {
    const made = randomUUID();
    const timeslots = [slot()];
    const entries = () =>
      fixture.look(
        `select actor_id, action, territory_id, detail from public.audit_log where subject_id = '${made}' order by id`,
      );
    await save('manager', made, null, form({ timeslots }));
    await save('manager', made, await version(made), form({ timeslots }));
    expect(await entries()).toEqual([]);
    await save(
      'staff',
      made,
      await version(made),
      form({ timeslots, shared_price: 200, meeting_point: 'Dock 2', what_to_bring: 'A towel' }),
    );
    const detail = {
      shared_price: { from: '185.00', to: '200.00' },
      meeting_point: { from: null, to: 'Dock 2' },
      what_to_bring: { from: null, to: 'A towel' },
      currency_code: 'GTQ',
    };
    expect(await entries()).toMatchObject([
      { actor_id: userId.staff, action: 'experience_changed', territory_id: 'rio', detail },
    ]);
    await fixture.ask(
      'manager',
      `with x as (delete from public.experiences where id = '${made}' returning 1) select 1`,
    );
    expect(await entries()).toMatchObject([
      {},
      { action: 'experience_removed', detail: { title: 'Night on the river' } },
    ]);
  });

  it('logs one entry per save, including changes of its time slots', async () => {
    const made = randomUUID();
    const details = async () =>
      (
        await fixture.look<{ detail: object }>(
          `select detail from public.audit_log where subject_id = '${made}' order by id`,
        )
      ).map(({ detail }) => detail);
    const first = slot({ days_of_week: ['monday', 'friday'], start_time: '07:00', end_time: '11:00', spots: 4 });
    const second = slot({ days_of_week: ['sunday'], start_time: '09:30', end_time: '13:00', spots: 2 });
    await save('manager', made, null, form({ timeslots: [first], max_spots: 6 }));
    expect(await details()).toEqual([]);
    // An increase of spots is written before the slots, and a decrease after them.
    await save(
      'staff',
      made,
      await version(made),
      form({
        title: 'Day on the river',
        max_spots: 9,
        timeslots: [{ ...first, spots: 9, end_time: '12:00' }, second],
      }),
    );
    const changed = {
      title: { from: 'Night on the river', to: 'Day on the river' },
      max_spots: { from: '6', to: '9' },
      timeslots: {
        from: 'Mon, Fri 7:00 AM - 11:00 AM, 4 spots',
        to: 'Mon, Fri 7:00 AM - 12:00 PM, 9 spots; Sun 9:30 AM - 1:00 PM, 2 spots',
      },
    };
    expect(await details()).toEqual([changed]);
    // Another save is another entry, and so is a removed or changed slot.
    const same = { title: 'Day on the river', max_spots: 9 };
    await save(
      'staff',
      made,
      await version(made),
      form({ ...same, timeslots: [{ ...first, spots: 9, end_time: '12:00' }] }),
    );
    expect(await details()).toEqual([changed, { timeslots: { from: 'Sun 9:30 AM - 1:00 PM, 2 spots', to: null } }]);
    await save(
      'staff',
      made,
      await version(made),
      form({ ...same, timeslots: [{ ...first, spots: 5, end_time: '12:00' }] }),
    );
    expect((await details()).at(-1)).toEqual({
      timeslots: { from: 'Mon, Fri 7:00 AM - 12:00 PM, 9 spots', to: 'Mon, Fri 7:00 AM - 12:00 PM, 5 spots' },
    });
    // The entries of a removed service's slots are part of it.
    await fixture.ask(
      'manager',
      `with x as (delete from public.experiences where id = '${made}' returning 1) select 1`,
    );
    expect(await details()).toHaveLength(4);
  });

  it('succeeds or fails as a whole', async () => {
    const before = await counts();
    const broken = [
      { tags: [id.tag2] },
      { guides: [userId.guide, userId.guide2] },
      { timeslots: [slot(), slot({ id: id.slot2 })] },
      { timeslots: [slot(), slot({ days_of_week: ['sunday'] })] },
    ];
    for (const change of broken) {
      expect(await refused('manager', randomUUID(), null, form(change))).not.toBe('saved');
      expect(await refused('manager', id.experience, await version(id.experience), form(change))).not.toBe('saved');
    }
    expect(await counts()).toEqual(before);
  });

  it('creates no second one when repeated', async () => {
    const made = randomUUID();
    const p = form();
    await Promise.all([save('manager', made, null, p), save('manager', made, null, p).catch(() => undefined)]);
    expect(await fixture.look(`select title from public.experiences where id = '${made}'`)).toHaveLength(1);
    expect(
      await fixture.look(`select 1 as one from public.experience_timeslots where experience_id = '${made}'`),
    ).toHaveLength(1);
  });

  it('reports to the second of two concurrent editors, even if only a slot has changed', async () => {
    const made = randomUUID();
    const first = await save('manager', made, null, form({ timeslots: [] }));
    const p = form({ timeslots: [slot()] });
    const second = await save('staff', made, first, p);
    expect(await refused('manager', made, first, form({ title: 'Mine' }))).toBe(
      'Someone else changed this while you were working on it',
    );
    await save('manager', made, second, { ...p, title: 'Mine' });
    expect(await fixture.look(`select title from public.experiences where id = '${made}'`)).toEqual([
      { title: 'Mine' },
    ]);
  });

  it('keeps the order of the guides, and the first of them leads', async () => {
    const other = await secondGuide();
    const made = randomUUID();
    const first = await save('manager', made, null, form({ guides: [userId.guide, other, other] }));
    const ranking = () =>
      fixture.look(
        `select guide_id, rank from public.experience_guide_rankings where experience_id = '${made}' order by rank`,
      );
    expect(await ranking()).toEqual([
      { guide_id: userId.guide, rank: 1 },
      { guide_id: other, rank: 2 },
    ]);
    await save('manager', made, first, form({ guides: [other, userId.guide], timeslots: [] }));
    expect(await fixture.look(`select guide_id from public.experiences where id = '${made}'`)).toEqual([
      { guide_id: other },
    ]);
    // A guide who left the territory stays listed until removed but leads nothing, because the listing has changed.
    await fixture.sql`update private.role_grants set revoked_at = now() where user_id = ${other}`;
    await save('manager', made, await version(made), form({ guides: [userId.guide, other], timeslots: [] }));
    expect((await ranking())[0]).toEqual({ guide_id: userId.guide, rank: 1 });
  });

  it('clears the price and limits of a group when it is shared', async () => {
    const made = randomUUID();
    await save('manager', made, null, form({ booking_type: 'shared' }));
    expect(
      await fixture.look(
        `select private_price, min_private_guests, max_private_guests from public.experiences where id = '${made}'`,
      ),
    ).toEqual([{ private_price: null, min_private_guests: null, max_private_guests: null }]);
  });

  it('refuses what the form refuses, with the same texts', async () => {
    const cases: [object, string][] = [
      [{ title: '  ' }, FIELDS],
      [{ description: null }, FIELDS],
      [{ image_urls: [' '] }, FIELDS],
      [{ shared_price: 0 }, FIELDS],
      [{ shared_price: 10.001 }, FIELDS],
      [{ duration: 0 }, FIELDS],
      [{ max_spots: 0 }, FIELDS],
      [{ min_spots: 9 }, FIELDS],
      [{ available_spots: -1 }, FIELDS],
      [{ available_spots: 9 }, 'Available spots cannot exceed maximum spots'],
      [{ private_price: 0 }, 'Please set a valid private booking price'],
      [{ max_private_guests: 0 }, 'Please set a valid maximum number of guests for private bookings'],
      [{ min_private_guests: null }, 'Please set a valid minimum number of guests for private bookings'],
      [{ min_private_guests: 9 }, 'Minimum private guests cannot be greater than maximum private guests'],
      [{ timeslots: [slot({ days_of_week: [] })] }, 'Please choose at least one day for each time slot'],
      [{ timeslots: [slot({ end_time: '' })] }, 'Please set a start and an end time for each time slot'],
      [{ timeslots: [slot({ spots: 0 })] }, 'Please set a valid number of spots for each time slot'],
      [{ timeslots: [slot(), slot()] }, 'Two time slots start at the same time on the same day'],
    ];
    for (const [change, text] of cases)
      expect(await refused('manager', randomUUID(), null, form(change)), JSON.stringify(change)).toBe(text);
  });

  it('refuses values that no form sends', async () => {
    const before = await counts();
    const hostile: object[] = [
      { shared_price: '185' },
      { shared_price: 1e300 },
      { max_spots: 2.5 },
      { max_spots: 1001 },
      { title: ['a'] },
      { title: 'x'.repeat(161) },
      { image_urls: ['javascript:alert(1)'] },
      { image_urls: ['//evil.test/x.png'] },
      { image_urls: ['https://evil.test/x.png'] },
      { video_urls: ['https://evil.test/x.mp4'] },
      { image_urls: 'a' },
      { booking_type: 'free' },
      { cancellation_policy: 'never' },
      { meeting_point_link: 'http://plain.test' },
      { meeting_point_link: 'https://territorio.app@evil.test/' },
      { language: 'fr' },
      { translations: { fr: { title: 'Fleuve' } } },
      { guides: ['no-uuid'] },
      { guides: [userId.tourist] },
      { tags: [randomUUID()] },
      { timeslots: 'all day' },
      { timeslots: [slot({ start_time: '25:00' })] },
      { timeslots: [slot({ days_of_week: ['someday'] })] },
      { timeslots: [slot({ id: null })] },
      { timeslots: Array.from({ length: 31 }, () => slot()) },
      { passport_required: 'yes' },
    ];
    for (const change of hostile) {
      const error = await save('manager', randomUUID(), null, form(change)).then(
        () => null,
        (e: { code?: string }) => e,
      );
      expect(error?.code, JSON.stringify(change).slice(0, 60)).toMatch(/^PT40/);
    }
    expect(await counts()).toEqual(before);
  });
});
