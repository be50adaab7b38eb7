import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../supabase/functions/_shared/languages.ts';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';

describe('profiles', () => {
  sharedFixture();

  const newUser = '00000000-0000-4000-8000-0000000000aa';

  it('have a card and the role tourist for a new account, and nothing that the browser claimed', async () => {
    await fixture.sql`insert into auth.users (id, email, raw_user_meta_data) values
      (${newUser}, 'New@Example.test', ${fixture.sql.json({ full_name: ' Ana ', roles: ['admin'], territory_id: 'rio', commission_level: 90 })})`;
    const [profile] = await fixture.look(
      `select email, full_name, roles, territory_id from public.profiles where id = '${newUser}'`,
    );
    expect(profile).toEqual({
      email: 'new@example.test',
      full_name: 'Ana',
      roles: ['tourist'],
      territory_id: null,
    });
    expect(await fixture.look(`select full_name from public.profile_cards where id = '${newUser}'`)).toEqual([
      { full_name: 'Ana' },
    ]);
  });

  it('follow a change of the email', async () => {
    await fixture.sql`update auth.users set email = 'Other@Example.test' where id = ${newUser}`;
    expect(await fixture.look(`select email from public.profiles where id = '${newUser}'`)).toEqual([
      { email: 'other@example.test' },
    ]);
  });

  it('pass changes of name, text, country and picture on to the card', async () => {
    const picture = `/storage/v1/object/public/images/avatars/${userId.tourist}/face.jpg`;
    await fixture.ask(
      'tourist',
      `update public.profiles set full_name = 'Lucía', country = 'ES', avatar_url = '${picture}' where id = '${userId.tourist}'`,
    );
    expect(
      await fixture.look(
        `select full_name, country, avatar_url from public.profile_cards where id = '${userId.tourist}'`,
      ),
    ).toEqual([{ full_name: 'Lucía', country: 'ES', avatar_url: picture }]);
  });

  it("use only the app's languages for emails, and a new account starts in one", async () => {
    const to = (language: string) =>
      fixture.refusal('tourist', `update public.profiles set language = '${language}' where id = '${userId.tourist}'`);
    for (const { code } of LANGUAGES) expect(await to(code)).toBeUndefined();
    for (const other of ['fr', 'xx', 'EN', '']) expect(await to(other), other).toMatchObject({ code: '23514' });
    for (const [n, [said, kept]] of [['es', 'es'] as const, ['xx', null] as const].entries()) {
      const account = `00000000-0000-4000-8000-0000000000b${n}`;
      await fixture.sql`insert into auth.users (id, email, raw_user_meta_data)
        values (${account}, ${`l${n}@example.test`}, ${fixture.sql.json({ language: said })})`;
      expect(await fixture.look(`select language from public.profiles where id = '${account}'`)).toEqual([
        { language: kept },
      ]);
    }
  });

  it("can't have their name emptied", async () => {
    for (const name of ['', '  '])
      expect(
        await fixture.refusal(
          'tourist',
          `update public.profiles set full_name = '${name}' where id = '${userId.tourist}'`,
        ),
      ).toEqual({
        status: 400,
        code: 'name_required',
        message: 'Name cannot be empty',
        details: '{"field": "full_name"}',
      });
    await fixture.sql`update public.profiles set bio = 'x' where id = ${userId.tourist}`;
  });

  it.each(['roles', 'email', 'territory_id', 'hotel_name', 'id'])("can't have %s changed directly", async (column) => {
    const refusal = await fixture.refusal(
      'admin',
      `update public.profiles set ${column} = ${column} where id = '${userId.admin}'`,
    );
    expect(refusal?.status).toBe(403);
  });

  it('have the roles that are granted', async () => {
    await fixture.sql`insert into private.role_grants (user_id, role, territory_id)
      select p.id, 'tour_guide', 'rio' from public.profiles p where p.id in (${userId.tourist}, ${userId.otherTourist})`;
    expect(await fixture.look(`select roles from public.profiles where id = '${userId.tourist}'`)).toEqual([
      { roles: ['tour_guide', 'tourist'] },
    ]);
    await fixture.sql`delete from private.role_grants where user_id = ${userId.tourist} and role = 'tour_guide'`;
    expect(await fixture.look(`select roles from public.profiles where id = '${userId.tourist}'`)).toEqual([
      { roles: ['tourist'] },
    ]);
  });

  it('are returned with a board message to everyone, through the foreign key to the card', async () => {
    const name = await fixture.ask<string>(
      'anon',
      `select c.full_name from public.territory_messages m join public.profile_cards c on c.id = m.user_id where m.id = '${id.post}'`,
    );
    expect(name).toBe('Lucía');
    const links = await fixture.look(`select conrelid::regclass::text as from_table from pg_constraint
      where contype = 'f' and confrelid = 'public.profile_cards'::regclass and conrelid::regclass::text in ('territory_messages', 'reviews', 'messages') order by 1`);
    expect(links).toEqual([
      { from_table: 'messages' },
      { from_table: 'reviews' },
      { from_table: 'territory_messages' },
    ]);
  });

  it('are deleted with an account, whose booking and board message remain without the person', async () => {
    await fixture.sql`delete from auth.users where id = ${userId.otherTourist}`;
    expect(await fixture.look(`select tourist_id from public.bookings where id = '${id.booking2}'`)).toEqual([
      { tourist_id: null },
    ]);
    expect(await fixture.look(`select user_id from public.territory_messages where id = '${id.post2}'`)).toEqual([
      { user_id: null },
    ]);
  });
});
