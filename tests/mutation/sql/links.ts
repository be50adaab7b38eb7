import type { Mutant } from './mutant.ts';

const suites = ['tests/database/links.test.ts'];

export const LINKS: Mutant[] = [
  {
    name: 'links: one of another purpose opens it, too',
    in: 'private.linked',
    change: [' and l.purpose = p_purpose', ''],
    suites,
  },
  {
    name: 'links: one that was ended still opens it',
    in: 'private.linked',
    change: [' and l.ended_at is null', ''],
    suites,
  },
  {
    name: 'links: each token is stored',
    in: 'private.new_link',
    change: ["case when p_purpose ~ '^(dock_ticket$|unsubscribe:)' then v_token end", 'v_token'],
    suites,
  },
  {
    name: 'links: the end of one ends those of another purpose',
    in: 'private.end_links',
    change: [' and l.purpose = p_purpose', ''],
    suites,
  },
  {
    name: 'links: those of a deleted account stay',
    in: 'private.erase_person',
    change: ['delete from private.links where subject_id = p_user_id;', ''],
    suites: ['tests/database/account-deletion/end.test.ts', 'tests/functions/unsubscribe.test.ts'],
  },
];
