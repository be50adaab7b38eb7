import { database, type Mutant } from './mutant.ts';

const sales = database('dock-sales/sale');
const books = database('dock-sales/cash-book');
const atOnce = database('dock-sales/concurrency');
const reserves = database('dock-sales/reserve');

export const DOCK_SALES: Mutant[] = [
  {
    name: 'dock sales: a guide sells what somebody else leads',
    in: 'private.may_sell',
    change: ['private.leader_of(d) = auth.uid()', 'private.leader_of(d) is not null'],
    suites: sales,
  },
  {
    name: 'dock sales: who works elsewhere sells rides',
    in: 'private.may_sell',
    change: ["v_territory = any (private.my_territories('shuttle')) or private.drives(p_slot_id, p_date)", 'true'],
    suites: sales,
  },
  {
    name: 'dock sales: a departure is sold after it has left',
    in: 'private.read_dock_departure',
    change: ['now() >= private.sold_until(v.service_date, x.start_time, p_service.time_zone)', 'false'],
    suites: sales,
  },
  {
    name: 'dock sales: another price than the one that was read out is taken',
    in: 'private.read_dock_sale',
    change: ['h.total_price is distinct from', 'null is distinct from null and h.total_price is distinct from'],
    suites: sales,
  },
  {
    name: 'dock sales: a retry sells twice',
    in: 'public.sell_at_dock',
    change: ['v_done is not null', 'false'],
    suites: [...atOnce, ...sales],
  },
  {
    name: 'dock sales: a sale is undone for ever',
    in: 'private.dock_sale_undo_until',
    change: ['s.undone_at is null and now() < x.until', 's.undone_at is null'],
    suites: sales,
  },
  {
    name: 'dock sales: an undone sale keeps the cash',
    in: 'private.return_dock_sale',
    change: ['perform private.undo_sale(b);', ''],
    suites: sales,
  },
  {
    name: 'dock sales: an offline sale was whenever the phone says',
    in: 'private.sold_at_of',
    change: ['greatest(least(v_at, r.sell_until, now()), r.created_at)', 'v_at'],
    suites: reserves,
  },
  {
    name: 'dock sales: a link shows the ticket for ever',
    in: 'private.linked_dock_sale',
    change: ["(private.dock_sale_json(s) ->> 'arrival_until')::timestamptz <= now()", 'false'],
    suites: sales,
  },
  {
    name: 'dock sales: who has left reads their sales, and undoes them',
    in: 'private.own_dock_sale',
    change: ["x.territory_id = any (private.my_territories('people'))", 'true'],
    suites: sales,
  },
  {
    name: 'reserve: what is sold from it stays kept, too',
    in: 'private.take_reserved',
    change: [
      'num_people = greatest(k.num_people - h.num_people, 1), seats = greatest(k.seats - h.seats, 1)',
      'num_people = k.num_people, seats = k.seats',
    ],
    suites: reserves,
  },
  {
    name: 'reserve: more is sold than it has',
    in: 'private.read_reserved_sale',
    change: ['r.sold + h.num_people > r.seats', 'false'],
    suites: reserves,
  },
  {
    name: 'reserve: somebody else sells from it',
    in: 'public.sell_reserved',
    change: ['and x.seller_id = v_user and x.territory_id', 'and x.territory_id'],
    suites: reserves,
  },
  {
    name: 'reserve: a sale that is sent again is sold again',
    in: 'public.sell_reserved',
    change: ['if v_done is null then', 'if true then'],
    suites: reserves,
  },
  {
    name: 'reserve: any sum is taken',
    in: 'private.read_reserved_sale',
    change: ['h.total_price is distinct from', 'null is distinct from null and h.total_price is distinct from'],
    suites: reserves,
  },
  {
    name: 'reserve: anybody keeps seats',
    in: 'private.read_dock_hold',
    change: ['if not private.may_sell(', 'if false and not private.may_sell('],
    suites: reserves,
  },
  {
    name: 'cash book: who brings the cash signs for it',
    in: 'private.lock_handover',
    change: ['h.person_id is not distinct from v_user', 'false'],
    suites: books,
  },
  {
    name: 'cash book: another region signs',
    in: 'private.lock_handover',
    change: ['not private.counts_cash_of(h.territory_id, h.person_id)', 'false'],
    suites: books,
  },
  {
    name: 'cash book: a shuttle manager reads what experiences cost',
    in: 'private.counts_cash_of',
    change: ["b.kind = 'experience'", 'false'],
    suites: books,
  },
  {
    name: 'cash book: a difference needs no reason',
    in: 'public.confirm_handover',
    change: ['p_counted <> h.declared and v_reason is null', 'false'],
    suites: books,
  },
  {
    name: 'cash book: what was said is handed over, not what was counted',
    in: 'public.confirm_handover',
    change: ["'handed_over', -h.counted", "'handed_over', -h.declared"],
    suites: books,
  },
  {
    name: 'cash book: more is handed over than is held',
    in: 'public.hand_over_cash',
    change: ['abs(p_amount) > abs(v_open)', 'false'],
    suites: books,
  },
];
