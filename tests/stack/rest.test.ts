import { createHmac, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import WebSocket from 'ws';
import { newAdmin, newClient, newSql, signedIn, untyped } from '../support/stack.ts';

const anon = untyped(newClient());
const realtime = { transport: WebSocket as unknown as typeof globalThis.WebSocket };

describe('select', () => {
  it('returns every type like PostgREST', async () => {
    const { data } = await anon.from('fixture_trips').select('*').eq('id', 7).single();
    expect(data).toEqual({
      id: 7,
      region_id: 2,
      title: 'Trip 0007',
      price: 7.5,
      departs_at: '2026-01-01T19:00:00+00:00',
      service_date: '2026-01-08',
      start_time: '08:00:00',
      tags: ['t2'],
      extras: { n: 7 },
      owner_id: null,
    });
  });

  it('embeds in both directions, with the same types inside', async () => {
    const trip = await anon
      .from('fixture_trips')
      .select('id, price, territory:fixture_regions(name)')
      .eq('id', 3)
      .single();
    expect(trip.data).toEqual({ id: 3, price: 3.5, territory: { name: 'Río Dulce' } });
    const territory = await anon
      .from('fixture_regions')
      .select('name, fixture_trips(id, price, departs_at)')
      .eq('id', 1)
      .order('id', { referencedTable: 'fixture_trips' })
      .limit(1, { referencedTable: 'fixture_trips' })
      .single();
    expect(territory.data).toEqual({
      name: 'Río Dulce',
      fixture_trips: [{ id: 3, price: 3.5, departs_at: '2026-01-01T15:00:00+00:00' }],
    });
  });

  it('filters', async () => {
    const trips = () => anon.from('fixture_trips').select('id, fixture_regions!inner(name)');
    type Query = ReturnType<typeof trips>;
    const ids = async (narrow: (query: Query) => Query) => {
      const { data, error } = await narrow(trips()).order('id').limit(3);
      expect(error).toBeNull();
      return data?.map((row) => row.id);
    };
    expect(await ids((q) => q.gte('price', 1199))).toEqual([1199, 1200]);
    expect(await ids((q) => q.ilike('title', '%0012'))).toEqual([12]);
    expect(await ids((q) => q.in('id', [5, 6]))).toEqual([5, 6]);
    expect(await ids((q) => q.or('id.eq.1,title.eq.Trip 0009'))).toEqual([1, 9]);
    expect(await ids((q) => q.contains('tags', ['t4']))).toEqual([4, 9, 14]);
    expect(await ids((q) => q.eq('extras->>n', '33'))).toEqual([33]);
    expect(await ids((q) => q.not('owner_id', 'is', null))).toEqual([]);
    expect(await ids((q) => q.eq('fixture_regions.name', 'Petén'))).toEqual([2, 5, 8]);
  });

  it('counts, pages, and stops at 1,000 rows like a hosted project', async () => {
    const page = await anon.from('fixture_trips').select('id', { count: 'exact' }).order('id').range(10, 19);
    expect(page.count).toBe(1200);
    expect(page.data?.map((row) => row.id)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    const head = await anon.from('fixture_trips').select('*', { count: 'exact', head: true });
    expect(head).toMatchObject({ count: 1200, data: null });
    expect((await anon.from('fixture_trips').select('id')).data).toHaveLength(1000);
    expect((await anon.from('fixture_trips').select('id').eq('id', -1).maybeSingle()).data).toBeNull();
    expect((await anon.from('fixture_trips').select('id').eq('id', -1).single()).error?.code).toBe('PGRST116');
  });

  it('embeds three tables in each other, and no more, because a response would grow by a factor with each', async () => {
    const nested = (depth: number) =>
      Array.from({ length: depth }, (_, at) => (at % 2 ? 'fixture_trips' : 'fixture_regions')).reduceRight(
        (inner, table) => `${table}(id${inner && `,${inner}`})`,
        '',
      );
    const ask = (select: string) => untyped(anon).from('fixture_trips').select(select).limit(1);
    expect(await ask(`id,${nested(3)}`)).toMatchObject({ status: 200 });
    expect(await ask(`id,${nested(4)}`)).toMatchObject({
      status: 400,
      error: { message: 'At most 3 tables inside each other in one request' },
    });
    const beside = (count: number) => Array.from({ length: count }, (_, at) => `r${at}:fixture_regions(id)`).join();
    expect(await ask(beside(12))).toMatchObject({ status: 200 });
    expect(await ask(beside(13))).toMatchObject({ status: 400 });
  });

  it('reports what does not exist', async () => {
    expect((await anon.from('nowhere').select()).error?.code).toBe('PGRST205');
    expect((await anon.from('fixture_trips').select('nothing')).error?.code).toBe('42703');
    expect((await anon.schema('auth').from('users').select()).error?.code).toBe('PGRST106');
  });
});

describe('row level security', () => {
  let ana: Awaited<ReturnType<typeof signedIn>>;
  let eva: Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    [ana, eva] = [await signedIn(), await signedIn()];
  });
  const trip = (id: number, owner: string) => ({
    id,
    region_id: 1,
    title: 'Own',
    price: 1,
    departs_at: '2026-01-01T00:00:00Z',
    service_date: '2026-01-01',
    start_time: '08:00',
    owner_id: owner,
  });

  it('lets only the owner write and read', async () => {
    const own = await untyped(ana.client).from('fixture_trips').insert(trip(5001, ana.id)).select('id').single();
    expect(own).toMatchObject({ data: { id: 5001 }, error: null, status: 201 });
    const forged = await untyped(eva.client).from('fixture_trips').insert(trip(5002, ana.id));
    expect(forged).toMatchObject({ status: 403, error: { code: '42501' } });
    expect((await untyped(eva.client).from('fixture_trips').select('id').eq('id', 5001)).data).toEqual([]);
    expect(
      (await untyped(eva.client).from('fixture_trips').update({ title: 'Mine' }).eq('id', 5001).select()).data,
    ).toEqual([]);
    expect((await anon.from('fixture_trips').insert(trip(5003, ana.id))).status).toBe(401);
    const changed = await untyped(ana.client)
      .from('fixture_trips')
      .update({ title: 'New' })
      .eq('id', 5001)
      .select('title')
      .single();
    expect(changed.data).toEqual({ title: 'New' });
  });

  it('keeps column grants, and what the migrations did not grant stays closed', async () => {
    const { error } = await untyped(ana.client).from('fixture_trips').update({ price: 0 }).eq('id', 5001);
    expect(error?.code).toBe('42501');
    const sql = newSql();
    const [rights] = await sql`
      select has_table_privilege('anon', 'auth.users', 'select') as users,
        has_any_column_privilege('authenticated', 'private.holds', 'select') as holds,
        has_column_privilege('authenticated', 'public.fixture_trips', 'price', 'update') as price`;
    await sql.end();
    expect(rights).toEqual({ users: false, holds: false, price: false });
  });

  it('allows the functions of the server only with its secret key', async () => {
    const troubles = (client: SupabaseClient) => client.schema('service').rpc('troubled_items', { p_kind: 'media' });
    expect(await troubles(anon)).toMatchObject({ status: 401, error: { code: '42501' } });
    expect(await troubles(untyped(ana.client))).toMatchObject({ status: 403, error: { code: '42501' } });
    expect((await untyped(ana.client).rpc('troubled_items', { p_kind: 'media' })).error?.code).toBe('PGRST202');
    expect(await troubles(untyped(newAdmin()))).toMatchObject({ status: 200, error: null });
  });

  it('does not apply to the secret key', async () => {
    const { data, error } = await untyped(newAdmin()).rpc('fixture_whoami');
    expect(error).toBeNull();
    expect(data).toMatchObject({ role: 'service_role', uid: null });
  });

  it('knows the caller in functions', async () => {
    const mine = await untyped(ana.client).rpc('fixture_whoami');
    expect(mine.data).toEqual({ uid: ana.id, role: 'authenticated', claim_role: 'authenticated', email: ana.email });
    const nobody = await anon.rpc('fixture_whoami');
    expect(nobody.data).toMatchObject({ uid: null, role: 'anon' });
  });
});

describe('errors', () => {
  it('are complete: code, message, details, hint, status', async () => {
    expect(await anon.rpc('fixture_fail', { p_kind: 'plain' })).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'plain failure', details: 'plain detail', hint: 'plain_hint' },
    });
    expect(await anon.rpc('fixture_fail', { p_kind: 'sold_out' })).toMatchObject({
      status: 409,
      error: { code: 'PT409', message: 'Sold out', hint: 'sold_out' },
    });
    expect(await anon.rpc('fixture_fail', { p_kind: 'division' })).toMatchObject({
      status: 400,
      error: { code: '22012' },
    });
    expect((await anon.rpc('fixture_fail', { p_kind: 'none' })).data).toBe(42);
  });

  it('name a broken check and a broken key', async () => {
    const { client, id } = await signedIn();
    const bad = {
      id: 6001,
      region_id: 1,
      title: 'x',
      departs_at: '2026-01-01',
      service_date: '2026-01-01',
      start_time: '08:00',
    };
    const trips = untyped(client).from('fixture_trips');
    const negative = await trips.insert({ ...bad, price: -1, owner_id: id });
    expect(negative).toMatchObject({ status: 400, error: { code: '23514' } });
    const orphan = await trips.insert({ ...bad, price: 1, region_id: 99, owner_id: id });
    expect(orphan).toMatchObject({ status: 409, error: { code: '23503' } });
    const twice = await trips.insert({ ...bad, id: 1, price: 1, owner_id: id });
    expect(twice).toMatchObject({ status: 409, error: { code: '23505' } });
  });

  it('refuse a function without a grant, and an unknown one', async () => {
    expect((await anon.rpc('fixture_private')).error?.code).toBe('42501');
    expect((await anon.rpc('fixture_nowhere')).error?.code).toBe('PGRST202');
  });
});

describe('functions', () => {
  it('return rows that can be filtered and paged', async () => {
    const { data, error } = await anon
      .rpc('fixture_trips_of', { p_region: 2 })
      .select('id, price')
      .order('id')
      .range(0, 1);
    expect(error).toBeNull();
    expect(data).toEqual([
      { id: 1, price: 1.5 },
      { id: 4, price: 4.5 },
    ]);
  });
});

describe('the gateway', () => {
  const url = inject('stack').url;

  it('requires a key, and refuses a wrong one', async () => {
    expect((await fetch(`${url}/rest/v1/fixture_regions`)).status).toBe(401);
    const wrong = createClient(url, 'sb_publishable_wrong', { realtime });
    expect((await wrong.from('fixture_regions').select()).status).toBe(401);
  });

  it('keeps the secret key out of browsers', async () => {
    const headers = { apikey: inject('stack').secretKey, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
    expect((await fetch(`${url}/rest/v1/fixture_regions`, { headers })).status).toBe(401);
  });

  it('accepts no token that it did not sign', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = part({ role: 'service_role', sub: randomUUID(), exp: Math.floor(Date.now() / 1000) + 3600 });
    const whoami = (token: string) =>
      fetch(`${url}/rest/v1/rpc/fixture_whoami`, {
        method: 'POST',
        headers: { apikey: inject('stack').publishableKey, authorization: `Bearer ${token}` },
      });
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}`;
    const forged = createHmac('sha256', 'not the secret of this stack').update(signed).digest('base64url');
    expect((await whoami(`${signed}.${forged}`)).status).toBe(401);
    const unsigned = await whoami(`${part({ alg: 'none' })}.${claims}.`);
    expect(unsigned.ok ? (await unsigned.json()).role : 'anon').toBe('anon');
  });

  it('answers preflights and lets a page of another port read the count', async () => {
    const asked = {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,x-anything',
      origin: 'http://localhost:3000',
    };
    const preflight = await fetch(`${url}/rest/v1/fixture_regions`, { method: 'OPTIONS', headers: asked });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-anything');
    const answer = await fetch(`${url}/rest/v1/fixture_regions`, {
      headers: { apikey: inject('stack').publishableKey },
    });
    expect(answer.headers.get('access-control-expose-headers')).toContain('Content-Range');
  });

  it('survives broken requests', async () => {
    const headers = { apikey: inject('stack').publishableKey, 'content-type': 'application/json' };
    const statuses = await Promise.all([
      fetch(`${url}/rest/v1/%E0%A4%A`, { headers }),
      fetch(`${url}/rest/v1/fixture_trips`, { method: 'POST', body: '{broken', headers }),
      fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', body: '[1', headers }),
      fetch(`${url}/auth/v1/verify?type=signup&token=%00`, { redirect: 'manual' }),
      fetch(`${url}/nothing/here`),
      fetch(`${url}/rest/v1/fixture_trips`, { method: 'POST', body: 'x'.repeat(5 * 1024 * 1024), headers }),
    ]);
    expect(statuses.map((response) => response.status)).toEqual([400, 400, 400, expect.any(Number), 404, 413]);
    const aborted = new AbortController();
    const slow = fetch(`${url}/rest/v1/fixture_trips?select=*`, { headers, signal: aborted.signal });
    aborted.abort();
    await expect(slow).rejects.toThrow();
    expect((await anon.from('fixture_regions').select('id')).data).toHaveLength(3);
  });

  it('survives broken and nonsensical connections', async () => {
    const { hostname, port } = new URL(url);
    const say = (text: string) =>
      new Promise<void>((done) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(text);
          setTimeout(() => socket.destroy(), 50);
        });
        socket.on('error', () => undefined);
        socket.on('close', () => done());
      });
    const key = `apikey: ${inject('stack').publishableKey}`;
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: eA==';
    await Promise.all([
      say('nonsense\r\n\r\n'),
      say(`POST /rest/v1/fixture_trips HTTP/1.1\r\nhost: x\r\n${key}\r\ncontent-length: 900\r\n\r\n{"half`),
      say(`POST /storage/v1/object/fixture-own/x HTTP/1.1\r\nhost: x\r\n${key}\r\ncontent-length: 9000000\r\n\r\nhalf`),
      say(`POST /functions/v1/reconcile HTTP/1.1\r\nhost: x\r\n${key}\r\ncontent-length: 900\r\n\r\nhalf`),
      say(`GET /rest/v1/fixture_trips?select=* HTTP/1.1\r\nhost: x\r\n${key}\r\n\r\n`),
      say(`GET /rest/v1/x HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n\r\n`),
      say(`GET /realtime/v1/websocket HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n\r\n`),
    ]);
    expect((await anon.from('fixture_regions').select('id')).data).toHaveLength(3);
  });
});
