import { describe, expect, it } from 'vitest';
import { notWebLinks, webLinks } from '../../support/web-links.ts';
import { fixture, sharedFixture } from '../access/fixture.ts';
import { id, type Who } from '../access/identities.ts';

describe('featured experiences', () => {
  sharedFixture();

  const featured = () =>
    fixture.look<{ id: string }>(
      `select id, featured_order from public.experiences where featured order by featured_order`,
    );

  it('are those of the list, in its order', async () => {
    const set = (who: Who, ...ids: string[]) =>
      fixture.refusal(who, `select public.set_featured_experiences('rio', '{${ids.join(',')}}')`);
    await set('staff', id.unsoldExperience, id.experience);
    expect(await featured()).toEqual([
      { id: id.unsoldExperience, featured_order: 1 },
      { id: id.experience, featured_order: 2 },
    ]);
    await set('manager', id.experience);
    expect(await featured()).toEqual([{ id: id.experience, featured_order: 1 }]);
    expect(await set('manager', id.experience, id.experience)).toMatchObject({ status: 400 });
    expect(await set('manager', id.experience2)).toMatchObject({ status: 400 });
    expect(await set('manager2', id.experience)).toMatchObject({ status: 403 });
    expect(await set('tourist', id.experience)).toMatchObject({ status: 403 });
    expect(await featured()).toHaveLength(1);
  });

  it('are not overwritten if a colleague has chosen others since the page was shown', async () => {
    const set = (who: Who, ids: string[], seen: string[]) =>
      fixture.refusal(
        who,
        `select public.set_featured_experiences('rio', '{${ids.join(',')}}', '{${seen.join(',')}}')`,
      );
    await fixture.ask('staff', `select public.set_featured_experiences('rio', '{${id.experience}}')`);
    expect(await set('manager', [id.unsoldExperience, id.experience], [id.experience])).toBeUndefined();
    expect(await set('staff', [], [id.experience])).toMatchObject({ status: 409, code: 'changed_meanwhile' });
    // Repeated after a lost response.
    const trail = () => fixture.look('select * from public.audit_log order by id');
    const before = await trail();
    expect(await set('manager', [id.unsoldExperience, id.experience], [id.experience])).toBeUndefined();
    expect(await trail()).toEqual(before);
    expect((await featured()).map((row) => row.id)).toEqual([id.unsoldExperience, id.experience]);
  });
});

describe('pickup locations', () => {
  sharedFixture();

  const add = (name: string, who: Who = 'manager') =>
    fixture.refusal(who, `insert into public.pickup_locations (territory_id, name) values ('rio', '${name}')`);

  it('have unique names in a territory, regardless of case', async () => {
    expect(await add('  dOCK ')).toMatchObject({ code: '23505' });
    expect(await add('Bridge')).toBeUndefined();
    expect(
      await fixture.refusal(
        'manager',
        `update public.pickup_locations set name = 'DOCK' where name = 'Bridge' and territory_id = 'rio'`,
      ),
    ).toMatchObject({ code: '23505' });
    expect(
      await fixture.refusal('manager', `update public.pickup_locations set name = 'DOCK' where id = 'pu_home'`),
    ).toBeUndefined();
    expect(await add('Elsewhere', 'manager2')).toMatchObject({ status: 403 });
  });

  it('pass a new name on to the services that leave from them, and to none of another territory', async () => {
    await fixture.ask('manager', `update public.pickup_locations set name = 'New dock' where id = 'pu_home'`);
    expect(
      await fixture.look(
        `select territory_id, pickup_location, pickup_location_id from public.territory_transports where visible order by 1`,
      ),
    ).toEqual([
      { territory_id: 'lago', pickup_location: 'Dock', pickup_location_id: null },
      { territory_id: 'rio', pickup_location: 'New dock', pickup_location_id: 'pu_home' },
    ]);
    await fixture.ask(
      'manager',
      `update public.territory_transports set pickup_location = 'Lies', pickup_location_id = null where id = '${id.transport}'`,
    );
    await fixture.ask(
      'manager',
      `update public.territory_transports set pickup_location_id = 'pu_home' where id = '${id.transport}'`,
    );
    expect(
      await fixture.look(`select pickup_location from public.territory_transports where id = '${id.transport}'`),
    ).toEqual([{ pickup_location: 'New dock' }]);
    // Saves once more with nothing else changed.
    await fixture.ask(
      'manager',
      `update public.territory_transports set pickup_location = 'Lies', pickup_location_id = 'pu_home' where id = '${id.transport}'`,
    );
    expect(
      await fixture.look(`select pickup_location from public.territory_transports where id = '${id.transport}'`),
    ).toEqual([{ pickup_location: 'New dock' }]);
  });

  it('accept only web addresses as a link', async () => {
    const link = (text: string) =>
      fixture.refusal('manager', `update public.pickup_locations set map_link = '${text}' where id = 'pu_home'`);
    expect(await link('javascript:alert(1)')).toMatchObject({ code: '23514' });
    expect(await link('https://maps.test@evil.test')).toMatchObject({ code: '23514' });
    expect(await link('http://maps.test/x')).toBeUndefined();
  });

  it('accept the same links as the forms', async () => {
    const isLink = async (url: string) =>
      (await fixture.sql<{ ok: boolean }[]>`select private.is_web_link(${url}) as ok`)[0]?.ok;
    for (const url of webLinks) expect([url, await isLink(url)]).toEqual([url, true]);
    for (const url of notWebLinks) expect([url, await isLink(url)]).toEqual([url, false]);
  });
});
