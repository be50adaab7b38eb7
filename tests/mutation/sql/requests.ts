import type { Mutant } from './mutant.ts';

const suites = ['tests/database/requests.test.ts'];

export const REQUESTS: Mutant[] = [
  {
    name: 'requests: another one with the same key gets the answer, too',
    in: 'private.once',
    change: ['if r.hash <> v_hash then', 'if false then'],
    suites,
  },
  {
    name: 'requests: another one takes the key of one that was done',
    in: 'private.once',
    change: ['case when x.answer is null then excluded.hash else x.hash end', 'excluded.hash'],
    suites,
  },
  {
    name: 'requests: they are kept for good',
    in: 'service.release_expired',
    change: ["delete from private.requests where created_at < now() - interval '60 days';", ''],
    suites,
  },
];
