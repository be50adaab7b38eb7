import { describe, expect, it } from 'vitest';
import { fixture, sharedFixture } from './fixture.ts';
import { EVERYONE, id, identityOf, userId, type Who } from './identities.ts';

sharedFixture();

const uuid = '11111111-1111-4111-8111-111111111111';
const who = (test: (name: Who) => boolean) => EVERYONE.filter(test);

describe('files', () => {
  /** Inserts the row as the storage service does, with its owner and as the caller, and rolls back. */
  async function mayPut(name: Who, bucket: string, path: string): Promise<boolean> {
    const owner = name === 'anon' ? null : userId[name];
    const statement = `insert into storage.objects (bucket_id, name, owner_id) values ('${bucket}', '${path}', ${owner ? `'${owner}'` : 'null'})`;
    const refusal = await fixture.refusal(name, `${statement}; select 1 / 0`);
    return refusal?.code === '22012' || refusal?.message === 'division by zero';
  }

  async function putters(bucket: string, path: string): Promise<Who[]> {
    const found: Who[] = [];
    for (const name of EVERYONE) if (await mayPut(name, bucket, path)) found.push(name);
    return found;
  }

  const staff: Who[] = ['staff', 'staff2', 'manager', 'manager2', 'admin'];
  it.each<[string, string, Who[]]>([
    ['media', `experience-media/${uuid}.webp`, staff],
    ['media', `territory-media/${uuid}/w960.avif`, staff],
    ['media', `experience-media/${uuid}/w480.jpg`, staff],
    ['media', `experience-media/${uuid}/w480.png`, []],
    ['media', `territory-media/${uuid}/w720.webp`, staff],
    ['media', `territory-media/${uuid}/w721.webp`, []],
    ['media', `transport-media/${uuid}.webp`, who((name) => staff.includes(name) || name.startsWith('shuttle'))],
    ['media', `user-submissions/${userId.tourist}/${uuid}.jpg`, ['tourist']],
    ['media', `experience-media/${uuid}/../x.webp`, []],
    ['media', 'experience-media/logo.webp', []],
    ['media', `anything/${uuid}.webp`, []],
    ['media', `experience-media/${uuid}.html`, []],
    ['media', `user-submissions/${userId.tourist}/${uuid}.svg`, []],
    ['images', `avatars/${userId.guide}/me.svg`, []],
    ['images', `avatars/${userId.guide}/..`, []],
    ['images', `avatars/${userId.guide}/me.webp`, ['guide']],
    ['images', `service-images/${userId.shuttle}/bus.webp`, ['shuttle']],
    ['images', `service-images/${userId.tourist}/bus.webp`, []],
    ['passports', `${userId.tourist}/p.webp`, []], // through the function `passport` alone
    ['passports', `${userId.tourist}/../${userId.guide}/p.webp`, []],
    ['passports', 'p.webp', []],
  ])('restricts writing of %s %s to %j', async (bucket, path, expected) => {
    expect((await putters(bucket, path)).sort()).toEqual([...expected].sort());
  });

  it("refuses variants, overwriting and deletion of another person's image", async () => {
    await fixture.sql`insert into storage.objects (bucket_id, name, owner_id) values ('media', ${`experience-media/${uuid}.webp`}, ${userId.staff})`;
    expect(await putters('media', `experience-media/${uuid}/w480.webp`)).toEqual(['staff']);
    for (const name of EVERYONE) {
      expect([
        name,
        await fixture.ask(
          name,
          `with changed as (update storage.objects set metadata = '{}' returning 1) select count(*)::int from changed`,
        ),
      ]).toEqual([name, 0]);
    }
    const deleters: Who[] = [];
    for (const name of EVERYONE) {
      const gone = await fixture.ask<number>(
        name,
        `with gone as (delete from storage.objects where bucket_id = 'media' returning 1) select count(*)::int from gone`,
      );
      if (gone > 0) {
        deleters.push(name);
        await fixture.sql`insert into storage.objects (bucket_id, name, owner_id) values ('media', ${`experience-media/${uuid}.webp`}, ${userId.staff})`;
      }
    }
    expect(deleters.sort()).toEqual(['admin', 'staff']);
  });

  it('lets nobody read a passport from the bucket, not even its owner, because they could sign its address for any duration', async () => {
    const name = `${userId.tourist}/p.webp`;
    await fixture.sql`insert into storage.objects (bucket_id, name, owner_id) values ('passports', ${name}, ${userId.tourist})`;
    const readers: Who[] = [];
    for (const name of EVERYONE)
      if (await fixture.ask<number>(name, `select count(*)::int from storage.objects where bucket_id = 'passports'`))
        readers.push(name);
    expect(readers).toEqual([]);
  });

  it("lets a passport's owner open it until the day of the service has ended, and logs each access", async () => {
    const open = `select public.open_passport('${id.booking}', 1)`;
    for (const name of ['guide', 'tourist'] as const)
      expect(await fixture.ask(name, open)).toBe(`${userId.tourist}/p.webp`);
    expect(
      await fixture.look(
        `select actor_id, subject_id from public.audit_log where action = 'passport_opened' order by id`,
      ),
    ).toEqual([
      { actor_id: userId.guide, subject_id: id.booking },
      { actor_id: userId.tourist, subject_id: id.booking },
    ]);
    await fixture.sql`update public.bookings set booking_date = current_date - 2 where id = ${id.booking}`;
    expect(await fixture.refusal('tourist', open)).toMatchObject({ status: 410, code: 'passport_closed' });
    expect(await fixture.ask('guide', open)).toBe(`${userId.tourist}/p.webp`);
  });

  it('lists only expired passports for deletion', async () => {
    const expired = async () =>
      (
        await fixture.as({ role: 'service_role' }, (sql) => sql`select unnest(service.expired_passports()) as name`)
      ).map((row) => row.name);
    await fixture.sql`update storage.objects set created_at = now() - interval '40 days' where bucket_id = 'passports'`;
    await fixture.sql`update public.bookings set booking_date = current_date - 29 where id = ${id.booking}`;
    expect(await expired()).toEqual([]);
    await fixture.sql`update public.bookings set booking_date = current_date - 31 where id = ${id.booking}`;
    expect(await expired()).toEqual([`${userId.tourist}/p.webp`]);
  });

  it('limits the buckets, and refuses files that a browser would run', async () => {
    const images = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
    const videos = ['video/mp4', 'video/webm', 'video/quicktime'];
    expect(
      await fixture.look(
        'select id, public, file_size_limit::int as bytes, allowed_mime_types as types from storage.buckets order by id',
      ),
    ).toEqual([
      { id: 'images', public: true, bytes: 5 * 1024 * 1024, types: images },
      { id: 'media', public: true, bytes: 50 * 1024 * 1024, types: [...images, ...videos] },
      { id: 'passports', public: false, bytes: 5 * 1024 * 1024, types: ['image/png', 'image/jpeg', 'image/webp'] },
    ]);
  });

  describe('a person who has stored the daily maximum', () => {
    const name = (n: number) => `user-submissions/${userId.tourist}/${uuid.slice(0, -3)}${100 + n}.jpg`;
    const put = (n: number, size: number | null) =>
      fixture.sql`insert into storage.objects (bucket_id, name, owner_id, metadata) values ('media', ${name(n)}, ${userId.tourist},
        ${size === null ? null : fixture.sql.json({ size, mimetype: 'image/jpeg' })})`;
    const limit = (of: string, value: number) =>
      fixture.sql`update private.limits set value = ${value} where name = ${of}`;
    const room = (who: Who) => fixture.ask<boolean>(who, 'select public.has_upload_room(1)');
    const path = `user-submissions/${userId.tourist}/${uuid}.jpg`;

    it("can't store more files than the limit until the next day or a deletion, while others can", async () => {
      await limit('upload.files_day', 2);
      await put(1, 10);
      expect([await room('tourist'), await mayPut('tourist', 'media', path)]).toEqual([true, true]);
      await put(2, null);
      expect([await room('tourist'), await mayPut('tourist', 'media', path)]).toEqual([false, false]);
      expect(await mayPut('tourist', 'images', `avatars/${userId.tourist}/me.webp`)).toBe(false);
      expect(await mayPut('guide', 'images', `avatars/${userId.guide}/me.webp`)).toBe(true);
      await fixture.sql`update storage.objects set created_at = now() - interval '25 hours' where name = ${name(1)}`;
      expect(await mayPut('tourist', 'media', path)).toBe(true);
      await fixture.sql`delete from storage.objects where owner_id = ${userId.tourist} and bucket_id = 'media'`;
    });

    it("can't store more bytes than the limit", async () => {
      await limit('upload.files_day', 1000);
      await limit('upload.bytes_day', 1000);
      await put(1, 999);
      expect(await room('tourist')).toBe(true);
      // The storage service inserts the row with its own rights when the file is uploaded.
      await expect(put(2, 2)).rejects.toMatchObject({ code: '42501', message: 'upload_quota' });
      await put(2, 1);
      expect(await room('tourist')).toBe(false);
      await expect(put(3, 1)).rejects.toMatchObject({ code: '42501' });
      await limit('upload.bytes_day', 209_715_200);
      await put(3, 1);
    });

    it.each<[string, number, Who[]]>([
      ['upload.files_day', 100, who((name) => name !== 'anon' && !name.startsWith('shuttle') && !staff.includes(name))],
      ['upload.team_files_day', 1000, who((name) => name.startsWith('shuttle') || staff.includes(name))],
    ])('limits %s to %i for %j', async (of, value, expected) => {
      await limit(of, value);
      const roomless = async () => {
        const found: Who[] = [];
        for (const name of EVERYONE) if (name !== 'anon' && !(await room(name))) found.push(name);
        return found;
      };
      expect(await roomless()).toEqual([]);
      await limit(of, 0);
      expect((await roomless()).sort()).toEqual([...expected].sort());
      await limit(of, value);
    });
  });
});

describe('topics', () => {
  /** Returns who may join a channel. The realtime service sets the topic first and then selects as the caller. */
  async function listeners(topic: string): Promise<Who[]> {
    const found: Who[] = [];
    for (const name of EVERYONE) {
      const rows = await fixture.as(identityOf(name), async (sql) => {
        await sql`select set_config('realtime.topic', ${topic}, true)`;
        return sql`select 1 from realtime.messages where topic = ${topic}`;
      });
      if (rows.length > 0) found.push(name);
    }
    return found.sort();
  }
  const say = (topic: string) => fixture.sql`select realtime.send('{}', 'test', ${topic}, true)`;

  it.each<[string, Who[]]>([
    [`user:${userId.tourist}`, ['tourist']],
    ['territory:rio', ['admin', 'driver', 'guide', 'manager', 'shuttle', 'staff']],
    ['territory:lago', ['admin', 'guide2', 'manager2', 'shuttle2', 'staff2']],
    ['board:rio', [...EVERYONE]],
    ['board:oculto', []],
    [`booking:${id.booking}`, ['guide', 'manager', 'staff', 'tourist']],
    [`booking:${id.transportBooking}`, ['manager', 'shuttle', 'staff', 'tourist']],
    [`booking:${uuid}`, []],
    [`booking:${id.booking}' or true`, []],
    ['anything', []],
  ])('limit joining %s to %j', async (topic, expected) => {
    await say(topic);
    expect(await listeners(topic)).toEqual([...expected].sort());
  });

  it('refuses events sent by browsers', async () => {
    for (const name of EVERYONE) {
      const statement = `insert into realtime.messages (topic, extension, payload, event, private) values ('board:rio', 'broadcast', '{}', 'x', true)`;
      expect([name, (await fixture.refusal(name, statement))?.status]).toEqual([name, 403]);
    }
  });

  it.each<[string, string, [string, string][]]>([
    [
      'a notification',
      `insert into public.notifications (user_id, wording) values ('${userId.guide}', 'tomorrow')`,
      [[`user:${userId.guide}`, 'notification']],
    ],
    [
      'a booking that changes',
      `update public.bookings set status = 'confirmed' where id = '${id.booking}'`,
      [
        [`user:${userId.tourist}`, 'booking'],
        [`user:${userId.guide}`, 'booking'],
        ['territory:rio', 'booking'],
      ],
    ],
    ['a booking that does not', `update public.bookings set hotel_name = 'x' where id = '${id.booking}'`, []],
    ['a hold that leaves seats', `update public.departures set held = held + 1 where id = '${id.departure}'`, []],
    [
      'a hold of the last seats',
      `update public.departures set held = capacity where id = '${id.departure}'`,
      [['territory:rio', 'departure']],
    ],
    [
      'a board message',
      `insert into public.territory_messages (territory_id, user_id, message) values ('rio', '${userId.guide}', 'x')`,
      [['board:rio', 'board_message']],
    ],
    [
      'a message',
      `insert into public.messages (booking_id, sender_id, message) values ('${id.booking}', '${userId.staff}', 'x')`,
      [
        [`booking:${id.booking}`, 'message'],
        ...[userId.tourist, userId.guide, userId.staff].map((person): [string, string] => [
          `user:${person}`,
          'message',
        ]),
      ],
    ],
    [
      'a report',
      `insert into public.message_reports (message_id, territory_id, reporter_id) values ('${id.post}', 'rio', '${userId.guide}')`,
      [['territory:rio', 'report']],
    ],
  ])('sends an event to %s', async (_, statement, expected) => {
    await fixture.sql`delete from realtime.messages`;
    await fixture.sql.unsafe(statement);
    const told = await fixture.look<{ topic: string; event: string; payload: object }>(
      'select topic, event, payload from realtime.messages order by topic',
    );
    expect(told.map((row) => [row.topic, row.event]).sort()).toEqual([...expected].sort());
    for (const { payload } of told) for (const key of Object.keys(payload)) expect(key).toMatch(/^(id|kind|.*_id)$/);
  });
});
