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
    name: 'accounts: an email that another browser opened proves who signed up',
    in: 'private.proof_of_session',
    change: ['account.sign_up_hash = private.hash_code(p_sign_up_secret) and ', ''],
    suites,
  },
  {
    name: 'accounts: a password from before the letter was opened',
    in: 'private.proof_of_session',
    change: ['account.password_since >= opened', 'account.password_since is not null'],
    suites,
  },
  {
    name: 'accounts: a session from before the address',
    in: 'private.proof_of_session',
    change: [' or opened < account.address_since', ''],
    suites,
  },
  {
    name: 'accounts: a letter that is opened leaves the sessions of others',
    in: 'private.before_letter_ends',
    change: ['delete from auth.sessions s where s.user_id = new.id;', ''],
    suites,
  },
  {
    name: 'accounts: a letter that is opened leaves the password',
    in: 'private.before_letter_ends',
    change: ['new.encrypted_password := null;', ''],
    suites,
  },
  {
    name: 'accounts: a password beside a letter that waits',
    in: 'private.before_letter_ends',
    change: ["old.recovery_sent_at > now() - interval '1 hour'", 'false'],
    suites,
  },
  {
    name: 'accounts: a password beside a letter that waits, where some session is a letter’s',
    in: 'private.before_letter_ends',
    change: [
      "coalesce(old.encrypted_password, '') <> ''",
      `not exists (select 1 from auth.sessions s join auth.mfa_amr_claims a on a.session_id = s.id
        where s.user_id = new.id and a.authentication_method <> 'password')`,
    ],
    suites,
  },
  {
    name: 'accounts: letters keep the holder of an invitation from a password',
    in: 'private.end_unproven_access',
    change: ['update auth.users u set encrypted_password = null where u.id = p_user_id;', ''],
    suites,
  },
  {
    name: 'accounts: an invitation is seen without proof of the owner',
    in: 'public.my_invites',
    change: [' and private.is_proven()', ''],
    suites: ['tests/database/invites/in-the-app.test.ts'],
  },
  {
    name: 'roles: one’s own request',
    in: 'private.refuse_own',
    change: ['p_user_id = (select auth.uid())', 'false'],
    suites: ['tests/database/roles/others.test.ts'],
  },
];
