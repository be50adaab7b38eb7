import { expect, test } from 'vitest';
import { byNight } from '../../support/rounds.ts';
import { fixture } from './fixture.ts';
import { KEY, lite, sharedApi, tokenOf } from './shared-api.ts';

/** Arguments that no page sends but anyone can. */
const ODD: unknown[] = [5, true, null, [null, 5, {}], { a: [1] }, '', '{'];

sharedApi();

const call = (name: string, args: object) =>
  lite.fetch(
    new Request(`http://127.0.0.1/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: KEY, authorization: `Bearer ${tokenOf('admin')}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    }),
  );

/** Every function that the browser can call, with the names of what it takes. */
const functions = () => fixture.sql<{ name: string; args: string[] }[]>`
  select p.proname as name, p.proargnames[1:p.pronargs] as args from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and p.pronargs > 0
    and has_function_privilege('authenticated', p.oid, 'execute') order by 1, 2`;

test('odd arguments are refused like by PostgREST, and no function reports a server error', async () => {
  const all = await functions();
  expect(all.length).toBeGreaterThan(80);
  // All combinations run at night and two of them by default. Only the kind of error is checked.
  const calls = all.flatMap(({ name, args }, which) =>
    ODD.slice(0, byNight(2, ODD.length)).map((_, turn) => ({
      name,
      args: Object.fromEntries(args.map((arg, n) => [arg, ODD[(which + turn + n) % ODD.length]])),
    })),
  );
  const answers: { status: number; said: string }[] = [];
  const left = calls.values();
  const worker = async () => {
    for (const { name, args } of left) {
      const response = await call(name, args);
      const { status } = response;
      answers.push({ status, said: `${name} ${JSON.stringify(args)}: ${status} ${await response.text()}` });
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  expect(answers).toHaveLength(calls.length);
  expect(answers.filter(({ status }) => status >= 500).map(({ said }) => said)).toEqual([]);
  expect([...new Set(answers.map(({ status }) => status))]).toEqual(expect.arrayContaining([200, 400, 404]));
}, 240_000);
