import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './fixture.ts';
import { id } from './identities.ts';

const KEY = '0b7d3a52-6c1e-4f7a-9a51-7d0f4d0c1a11';
fixtureForEachTest();
beforeEach(async () => {
  await fixture.sql`delete from private.outbox`;
});

describe('a message that is sent again because the response was lost', () => {
  const send = (booking: string, text: string) => `select public.send_message('${booking}', '${text}', '${KEY}')`;
  const stored = () =>
    fixture.look(
      `select message from public.messages where booking_id = '${id.booking}' and id <> '${id.message}' order by message`,
    );

  it('is stored and notified once, with the same response', async () => {
    const first = await fixture.ask('tourist', send(id.booking, 'See you'));
    expect(await Promise.all([1, 2, 3].map(() => fixture.ask('tourist', send(id.booking, ' See you '))))).toEqual([
      first,
      first,
      first,
    ]);
    expect(await stored()).toEqual([{ message: 'See you' }]);
    expect(await fixture.look(`select 1 from public.notifications where type = 'message'`)).toHaveLength(1);
    expect(await fixture.look(`select 1 from private.outbox where template = 'message'`)).toHaveLength(1);
  });

  it('is stored once if both arrive at the same time', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => fixture.ask('tourist', send(id.booking, 'See you'))));
    expect(await stored()).toHaveLength(1);
  });

  it('keeps its key, which is refused with another text or booking, while other people have their own keys', async () => {
    await fixture.ask('staff', send(id.booking, 'See you'));
    expect(await fixture.refusal('staff', send(id.booking, 'Never'))).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
    await fixture.ask('guide', send(id.booking, 'Me too'));
    expect(await stored()).toEqual([{ message: 'Me too' }, { message: 'See you' }]);
  });
});

describe('a board message that is posted again', () => {
  const post = `insert into public.territory_messages (id, territory_id, message) values ('${KEY}', 'rio', 'Hello')`;

  it('is refused as a duplicate even at the limit, and its author can read it', async () => {
    await fixture.ask('tourist', post);
    for (let n = 0; n < 2; n += 1) {
      await fixture.ask(
        'tourist',
        `insert into public.territory_messages (territory_id, message) values ('rio', 'More ${n}')`,
      );
    }
    expect(await fixture.refusal('tourist', post)).toMatchObject({ code: '23505' });
    expect(await fixture.ask('tourist', `select message from public.territory_messages where id = '${KEY}'`)).toBe(
      'Hello',
    );
    // Using another person's message id takes nothing over.
    expect(await fixture.refusal('otherTourist', post)).toMatchObject({ code: '23505' });
  });
});
