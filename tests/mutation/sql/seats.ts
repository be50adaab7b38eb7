import { booking, type Mutant } from './mutant.ts';

const seats = booking('seats', 'holds', 'concurrency');
const cancelling = booking('cancelling', 'life', 'transitions');

export const SEATS: Mutant[] = [
  {
    name: 'seats: one more than the capacity is held',
    in: 'private.take_seats',
    change: ['held + sold + h.num_people <= capacity', 'held + sold + h.num_people <= capacity + 1'],
    suites: seats,
  },
  {
    name: 'seats: the last seat cannot be held',
    in: 'private.take_seats',
    change: ['held + sold + h.num_people <= capacity', 'held + sold + h.num_people < capacity'],
    suites: seats,
  },
  {
    name: 'seats: a private group beside sold seats',
    in: 'private.take_seats',
    change: ['held + sold = 0 and capacity >= h.num_people', 'held = 0 and capacity >= h.num_people'],
    suites: seats,
  },
  {
    name: 'seats: a private group beside held seats',
    in: 'private.take_seats',
    change: ['held + sold = 0 and capacity >= h.num_people', 'sold = 0 and capacity >= h.num_people'],
    suites: seats,
  },
  {
    name: 'seats: somebody joins a private group',
    in: 'private.take_seats',
    change: ['not exclusive and held + sold', 'held + sold'],
    suites: seats,
  },
  {
    name: 'seats: a closed departure is sold',
    in: 'private.take_seats',
    change: [' and not closed', ''],
    suites: booking('cash-and-departures'),
  },
  {
    name: 'seats: a late payment oversells',
    in: 'private.sell_free_seats',
    change: ['held + sold + p_people <= capacity', 'sold + p_people <= capacity'],
    suites: [...seats, ...booking('payments', 'rare-money')],
  },
  {
    name: 'seats: a revived private booking beside others',
    in: 'private.sell_free_seats',
    change: ['held + sold = 0 and capacity >= p_people', 'capacity >= p_people'],
    suites: [...seats, ...cancelling],
  },
  {
    name: 'seats: freed seats stay exclusive',
    in: 'private.free_seats',
    change: ['exclusive and held + sold - p_seats > 0', 'exclusive'],
    suites: [...seats, ...cancelling],
  },
  {
    name: 'seats: cancelled seats are not sold again',
    in: 'private.free_seats',
    change: ["when p_from = 'sold' then p_seats", "when p_from = 'sold' then 0"],
    suites: [...seats, ...cancelling],
  },
  {
    name: 'seats: a smaller capacity cuts off what is sold',
    in: 'private.sync_departure_capacity',
    change: ['set capacity = greatest(v_capacity, held + sold)', 'set capacity = greatest(v_capacity, held)'],
    suites: booking('seats', 'cash-and-departures'),
  },
  // Prices
  {
    name: 'prices: a private group pays per person',
    in: 'private.price_lines',
    change: ["case when p_booking_type = 'private' then 1 else p_num_people end", 'p_num_people'],
    suites: booking('prices', 'holds', 'money'),
  },
  {
    name: 'prices: the shared price for a private group',
    in: 'private.unit_price',
    change: ['then p_service.private_price', 'then p_service.shared_price'],
    suites: booking('prices', 'holds', 'money'),
  },
  {
    name: 'prices: never less than a coin',
    in: 'private.unit_price',
    change: ['greatest(', 'least('],
    suites: booking('prices', 'holds', 'money'),
  },
  {
    name: 'prices: people are not counted',
    in: 'private.read_hold',
    change: ['then 1 else h.num_people end', 'then 1 else 1 end'],
    suites: booking('holds', 'money'),
  },
  {
    name: 'prices: a date in the past',
    in: 'private.read_occurrence',
    change: ['v.service_date < v_now::date then', 'false then'],
    suites: booking('holds-form', 'holds'),
  },
  {
    name: 'prices: a departure that has left today',
    in: 'private.read_occurrence',
    change: ['(v.service_date + v.start_time) at time zone p_service.time_zone <= now()', 'false'],
    suites: booking('holds-form', 'holds'),
  },
  {
    name: 'prices: a weekday on which it does not run',
    in: 'private.read_occurrence',
    change: ['<> all (v_days)', '= all (v_days)'],
    suites: booking('holds-form', 'holds'),
  },
];
