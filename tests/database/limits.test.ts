import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// Each number is defined in one table (docs/decisions/0027).

let database: TestDatabase;
let limits: { name: string }[];
let sources: string;
beforeAll(async () => {
  database = await createTestDatabase();
  limits = await database.sql<typeof limits>`select name from private.limits`;
  const [row] = await database.sql<{ sources: string }[]>`
    select string_agg(p.prosrc, E'\n') as sources from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('private', 'public', 'service')`;
  sources = row?.sources ?? '';
});
afterAll(() => database.drop());

const namesIn = (functionName: string): string[] =>
  [...sources.matchAll(new RegExp(`private\\.${functionName}\\('([^']+)'`, 'g'))].map(([, name = '']) => name);

it('every limit is read by a function, and every limit that is read exists', () => {
  const read = new Set([
    ...namesIn('limit_value'),
    ...namesIn('limit_rate').flatMap((name) => [`${name}.minute`, `${name}.hour`]),
    ...namesIn('limit_changes').flatMap((name) => [`${name}.minute`, `${name}.hour`, `${name}.same_day`]),
  ]);
  expect(read.size).toBeGreaterThan(20);
  expect(limits.map(({ name }) => name).sort()).toEqual([...read].sort());
});

it('an undefined limit is an error, not unlimited', async () => {
  await expect(database.sql`select private.limit_value('hold.colour')`).rejects.toThrow(
    'There is no limit hold.colour',
  );
});

const mails = (count: string) =>
  Promise.allSettled(
    Array.from({ length: 8 }, () =>
      database.sql.begin(async (as) => {
        await as.unsafe(count);
        await as`select pg_sleep(0.1)`;
      }),
    ),
  ).then((all) => all.filter(({ status }) => status === 'fulfilled').length);

it('concurrent senders send as many emails to one address as allowed', async () => {
  expect(await mails(`select private.count_letter('invitation', 'Anna@example.test', 3)`)).toBe(3);
});

it('control: counting without a lock sends more', async () => {
  const unlocked = `do $$ begin
    if (select count(*) from private.letters_to_addresses where key = 'control') >= 3 then raise 'enough'; end if;
    insert into private.letters_to_addresses (key) values ('control');
  end $$`;
  expect(await mails(unlocked)).toBeGreaterThan(3);
});
