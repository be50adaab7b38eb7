import { booking, database, type Mutant } from './mutant.ts';

const limits = [...booking('hold-limits', 'holds'), ...database('limits')];

/** Leaves out the suite that reads the functions' text, because it detects a missing limit, not its effects. */
const tests = '^(?!.*every limit is read by a function)';

export const LIMITS: Mutant[] = [
  {
    name: 'limits: one more live hold',
    in: 'private.check_hold_limits',
    change: ["if v_live >= private.limit_value('hold.live') and", "if v_live > private.limit_value('hold.live') and"],
    suites: limits,
    tests,
  },
  {
    name: 'limits: bookings are closed for those alone who hold seats',
    in: 'private.check_hold_limits',
    change: ["if private.limit_value('hold.live') = 0 then", 'if false then'],
    suites: limits,
    tests,
  },
  {
    name: 'limits: any number of holds an hour',
    in: 'private.check_hold_limits',
    change: ['if v_hour >= ', 'if false and v_hour >= '],
    suites: limits,
    tests,
  },
  {
    name: 'limits: nobody waits before the next hold of a departure',
    in: 'private.check_hold_limits',
    change: ["v_here >= private.limit_value('hold.person_minutes') * interval '1 minute'", 'false'],
    suites: limits,
    tests,
  },
  {
    name: 'limits: holds that nobody pays keep a departure for ever',
    in: 'private.keeps_seats',
    change: ['return v_kept <', 'return true or v_kept <'],
    suites: limits,
    tests,
  },
  {
    name: 'limits: any number of open cash bookings',
    in: 'private.check_cash_limit',
    change: [">= private.limit_value('cash.open')", '> 1000'],
    suites: [...booking('cash-and-departures'), ...limits],
    tests,
  },
  {
    name: 'limits: nobody is stopped within a minute',
    in: 'private.limit_rate',
    change: ["p_minute >= private.limit_value(p_name || '.minute')", 'false'],
    suites: [...database('board', 'reports'), ...limits],
    tests,
  },
  {
    name: 'limits: nobody is stopped within an hour',
    in: 'private.limit_rate',
    change: ["p_hour >= private.limit_value(p_name || '.hour')", 'false'],
    suites: [...database('board', 'reports'), ...limits],
    tests,
  },
  {
    name: 'limits: codes are guessed',
    in: 'private.too_many_attempts',
    change: ["at > now() - interval '15 minutes'", 'false'],
    suites: booking('check-in-codes'),
    tests,
  },
  {
    name: 'limits: a booking is guessed at by many',
    in: 'private.too_many_attempts',
    change: ['not p_may and', 'false and'],
    suites: booking('check-in-codes'),
    tests,
  },
];
