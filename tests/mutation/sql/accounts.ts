import type { Mutant } from './mutant.ts';

const suites = ['tests/database/invites/owners.test.ts'];

export const ACCOUNTS: Mutant[] = [
  {
    name: 'accounts: a role without proof of the owner',
    in: 'private.require_owned',
    change: ['elsif private.is_owned(p_user_id) then', 'elsif true then'],
    suites,
  },
  {
    name: 'accounts: one’s own session proves another account',
    in: 'private.is_owned',
    change: ['elsif p_user_id is distinct from (select auth.uid()) then', 'elsif false then'],
    suites,
  },
  {
    name: 'accounts: a letter of confirmation that was asked for again proves who signed up',
    in: 'private.proof_of_session',
    change: [' and not account.letter_repeated', ''],
    suites,
  },
  {
    name: 'accounts: a password from before the letter was opened',
    in: 'private.proof_of_session',
    change: [' and account.password_since >= opened', ''],
    suites,
  },
  {
    name: 'accounts: a session from before the address',
    in: 'private.proof_of_session',
    change: [' or opened < account.address_since', ''],
    suites,
  },
];
