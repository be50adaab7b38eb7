import { booking, database, type Mutant } from './mutant.ts';

const limits = [...database('limits'), ...booking('hold-limits', 'holds')];

export const LIMITS: Mutant[] = [
  {
    name: 'limits: one more live hold',
    in: 'private.check_hold_limits',
    change: ["if v_live >= private.limit_value('hold.live') and", "if v_live > private.limit_value('hold.live') and"],
    suites: limits,
  },
  {
    name: 'limits: any number of holds an hour',
    in: 'private.check_hold_limits',
    change: ["v_hour >= private.limit_value('hold.hour')", 'false'],
    suites: limits,
  },
  {
    name: 'limits: nobody waits before the next hold of a departure',
    in: 'private.check_hold_limits',
    change: ["v_here >= private.limit_value('hold.person_minutes') * interval '1 minute'", 'false'],
    suites: limits,
  },
  {
    name: 'limits: holds that nobody pays keep a departure for ever',
    in: 'private.keeps_seats',
    change: ['return v_kept is null or', 'return true or v_kept is null or'],
    suites: limits,
  },
  {
    name: 'limits: any number of open cash bookings',
    in: 'private.check_cash_limit',
    change: [">= private.limit_value('cash.open')", '> 1000'],
    suites: [...limits, ...booking('cash-and-departures')],
  },
  {
    name: 'limits: nobody is stopped within a minute',
    in: 'private.limit_rate',
    change: ["p_minute >= private.limit_value(p_name || '.minute')", 'false'],
    suites: [...limits, ...database('board', 'reports')],
  },
  {
    name: 'limits: nobody is stopped within an hour',
    in: 'private.limit_rate',
    change: ["p_hour >= private.limit_value(p_name || '.hour')", 'false'],
    suites: [...limits, ...database('board', 'reports')],
  },
  {
    name: 'limits: codes are guessed',
    in: 'private.too_many_attempts',
    change: ["at > now() - interval '15 minutes'", 'false'],
    suites: booking('check-in'),
  },
  {
    name: 'limits: a booking is guessed at by many',
    in: 'private.too_many_attempts',
    change: ['not p_may and', 'false and'],
    suites: booking('check-in'),
  },
];
