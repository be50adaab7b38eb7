import { PostgrestClient } from '@supabase/postgrest-js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiUrl } from '@/lib/env';
import type { Database } from '@/types/database';
import { plainRead } from './plain-read.ts';
import { db } from './supabase.ts';

type Client = Pick<PostgrestClient<Database>, 'from' | 'rpc'>;

const sent: { url: string; method: string; body: unknown }[] = [];
let answer = () => new Response('[]', { status: 200 });

const fakeFetch: typeof fetch = async (input, init) => {
  sent.push({ url: String(input), method: init?.method ?? 'GET', body: init?.body });
  return answer();
};
const whole: Client = new PostgrestClient<Database>(`${apiUrl}/rest/v1`, { fetch: fakeFetch, retry: false });

beforeEach(() => {
  sent.length = 0;
  answer = () => new Response('[]', { status: 200 });
  vi.stubGlobal('fetch', fakeFetch);
  return () => vi.unstubAllGlobals();
});

const rows =
  (...found: object[]) =>
  () =>
    new Response(JSON.stringify(found), { status: 200 });

const READS: Record<string, (client: Client) => PromiseLike<unknown>> = {
  'a list': (c) => c.from('territories').select('id, name').eq('visible', true).order('featured', { ascending: false }),
  'two orders, nulls last': (c) =>
    c.from('experiences').select('id').order('featured_order', { nullsFirst: false }).order('id').limit(3),
  'embeds over several lines': (c) =>
    c.from('experiences').select('id,\n  tags:territory_tags(id, name)').is('archived_at', null),
  'text that means something in an address': (c) => c.from('territories').select('id').eq('name', 'a&b=c, "d" (e) #f'),
  'a page after another': (c) =>
    c
      .from('reviews')
      .select('id')
      .or('created_at.lt."2026-01-01",and(created_at.eq."2026-01-01",id.gt.1)')
      .gt('id', '1'),
  'one row': (c) => c.from('territories').select('id').eq('id', 'x').maybeSingle(),
};
const OTHERS: Record<string, (client: Client) => PromiseLike<unknown>> = {
  'a function': (c) => c.rpc('report_review', { p_review_id: '1' }),
  'a list of values': (c) => c.from('territories').select('id').in('id', ['a', 'b']),
  'a count': (c) => c.from('territories').select('id', { count: 'exact' }),
  'an order of what is embedded': (c) =>
    c.from('territories').select('id').order('name', { referencedTable: 'experiences' }),
  'a change': (c) => c.from('territory_followers').delete().match({ user_id: 'u', territory_id: 't' }),
};

const decoded = ({ url, ...rest }: (typeof sent)[number]) => {
  const { pathname, searchParams } = new URL(url);
  return { ...rest, pathname, parameters: [...searchParams] };
};

describe('db', () => {
  it.each(Object.entries({ ...READS, ...OTHERS }))('asks as the whole client does: %s', async (_name, ask) => {
    await ask(db);
    await ask(whole);
    expect(sent).toHaveLength(2);
    const [own, theirs] = sent.map(decoded);
    expect(own).toEqual(theirs);
  });

  const ANSWERS: Record<string, () => Response> = {
    nothing: rows(),
    'one row': rows({ id: 'x' }),
    'two rows': rows({ id: 'x' }, { id: 'y' }),
    'a refusal': () => new Response('{"code":"42501","message":"no","details":null,"hint":null}', { status: 403 }),
    'a page of a proxy': () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'a page of a hotel': () => new Response('<h1>Welcome</h1>', { status: 200 }),
  };
  it.each(Object.entries(ANSWERS))('understands %s as the whole client does', async (_name, given) => {
    answer = given;
    for (const ask of [READS['a list'], READS['one row']]) {
      const own = (await ask?.(db)) as Record<string, unknown>;
      const theirs = (await ask?.(whole)) as Record<string, unknown>;
      const facts = ({ data, status, success, error }: Record<string, unknown>) => ({
        data,
        status,
        success,
        code: (error as { code?: string } | null)?.code,
      });
      expect(facts(own)).toEqual(facts(theirs));
      expect(own.error === null).toBe(theirs.error === null);
    }
  });

  it('tells of a request that never arrived instead of throwing', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(Promise.resolve(READS['a list']?.(db))).resolves.toMatchObject({
      data: null,
      status: 0,
      error: { message: 'TypeError: Failed to fetch' },
    });
  });

  it('can be aborted', async () => {
    const seen = vi.fn<typeof fetch>(async () => new Response('[]'));
    vi.stubGlobal('fetch', seen);
    const caller = new AbortController();
    await db.from('territories').select('id').abortSignal(caller.signal);
    expect(seen.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
    caller.abort();
    expect(seen.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  it('keeps requests apart that begin with the same table', async () => {
    const table = db.from('territories');
    await Promise.all([table.select('id').eq('id', 'a'), table.select('id').eq('id', 'b')]);
    expect(sent.map(({ url }) => new URL(url).searchParams.get('id'))).toEqual(['eq.a', 'eq.b']);
  });
});

describe('plainRead', () => {
  it('leaves to the whole client what it does not know', () => {
    expect(plainRead([['from', ['t']]])).toBeNull();
    expect(
      plainRead([
        ['from', ['t']],
        ['select', ['a']],
        ['textSearch', ['a', 'b']],
      ]),
    ).toBeNull();
    expect(
      plainRead([
        ['from', ['t']],
        ['select', ['"a b"']],
      ]),
    ).toBeNull();
    expect(
      plainRead([
        ['from', ['t']],
        ['select', ['a']],
        ['single', []],
      ]),
    ).toBeNull();
    expect(
      plainRead([
        ['from', ['t']],
        ['select', ['a']],
        ['maybeSingle', []],
        ['eq', ['a', 1]],
      ]),
    ).toBeNull();
  });
});
