import { booking, type Mutant } from './mutant.ts';

const suites = booking('cash-share', 'cash-and-departures');

export const CASH: Mutant[] = [
  {
    name: 'cash: guests whom nobody knows keep all seats',
    in: 'private.check_cash_seats',
    change: ['<= private.cash_seats(p_departure_id, v_capacity, p_user_id)', '<= v_capacity'],
    suites,
  },
  {
    name: 'cash: bookings that nobody has paid are not counted',
    in: 'private.unpaid_cash_seats',
    change: ["f.payment_status = 'pending'", 'false'],
    suites,
  },
  {
    name: 'cash: whoever pays for a trip ahead is known',
    in: 'private.is_known_guest',
    change: ['private.starts_at(f) <= now()', 'true'],
    suites,
  },
];
