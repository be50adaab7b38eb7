import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { waiverVersion } from '../../src/features/booking/waiver/version.ts';
import { newSql, signedIn } from '../support/stack.ts';

// @supabase/lite 0.10.0 encodes a jsonb argument twice; the stack fixes that, and without it bookings fail.
test('a function gets a jsonb argument as the object that the client sent', async () => {
  const { client } = await signedIn();
  const { error, status } = await client.rpc('create_hold', {
    p: {
      idempotency_key: randomUUID(),
      kind: 'experience',
      service_id: randomUUID(),
      booking_type: 'shared',
      num_people: 1,
    },
  });
  expect(status).toBe(404);
  expect(error).toMatchObject({ hint: 'experience_not_found', message: 'Experience not found' });
});

test('refuses a list as a number', async () => {
  const { client } = await signedIn();
  const id = randomUUID();
  const list = [1] as unknown as number;
  const calls = [
    client.rpc('refund_booking', { p_booking_id: id, p_amount: list, p_left: 1 }),
    client.rpc('set_departure_capacity', { p_service_id: id, p_slot_id: id, p_date: '2030-01-01', p_capacity: list }),
  ];
  for (const { status, error } of await Promise.all(calls)) {
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: '22P02' });
  }
});

test('creates, reads and releases a hold through the client, and the seats follow', async () => {
  const { client } = await signedIn();
  const sql = newSql();
  try {
    const territory = `rpc-${randomUUID().slice(0, 8)}`;
    await sql`insert into public.territories (id, name, description) values (${territory}, 'A region', 'For one test.')`;
    const [service] = await sql<{ id: string }[]>`
      insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots)
      values (${territory}, 'A walk', 'Short.', 2, 150, 6, 6) returning id`;
    const [slot] = await sql<{ id: string }[]>`
      insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
      values (${service?.id ?? ''}, '09:00', '11:00', 6, 6) returning id`;
    const [day] = await sql<{ date: string }[]>`select (current_date + 2)::text as date`;
    const made = await client.rpc('create_hold', {
      p: {
        idempotency_key: randomUUID(),
        kind: 'experience',
        service_id: service?.id ?? '',
        slot_id: slot?.id ?? '',
        service_date: day?.date ?? '',
        booking_type: 'shared',
        num_people: 2,
        payment_method: 'card',
        whatsapp_number: '+50255123480',
        country: 'DE',
        waiver_version: waiverVersion,
      },
    });
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ state: 'held', total_price: 300, seats: 2 });
    const held = () => sql<{ held: number }[]>`select held from public.departures where slot_id = ${slot?.id ?? ''}`;
    expect(await held()).toEqual([{ held: 2 }]);
    const holdId = (made.data as { hold_id: string }).hold_id;
    expect((await client.rpc('release_hold', { p_hold_id: holdId })).error).toBeNull();
    expect(await held()).toEqual([{ held: 0 }]);
  } finally {
    await sql.end();
  }
});

test("a form's save is known by the key of its header, even when the same request is repeated", async () => {
  const { client, id } = await signedIn();
  const sql = newSql();
  try {
    const [territory, key] = [`rpc-${randomUUID().slice(0, 8)}`, randomUUID()];
    await sql`insert into public.territories (id, name, description) values (${territory}, 'A region', 'For one test.')`;
    await sql`select private.give_role(${id}, 'territory_manager', ${territory}, null)`;
    const { data: read } = await client.from('territories').select('updated_at').eq('id', territory).single();
    const save = () =>
      client
        .from('territories')
        .update({ description: 'Changed.' })
        .eq('id', territory)
        .eq('updated_at', read?.updated_at ?? '')
        .select('id')
        .setHeader('Idempotency-Key', key);
    expect((await client.rpc('own_save', { p_key: key })).data).toBeNull();
    expect((await save()).data).toEqual([{ id: territory }]);
    expect((await save()).data).toEqual([]);
    expect((await client.rpc('own_save', { p_key: key })).data).toBe(true);
  } finally {
    await sql.end();
  }
});
