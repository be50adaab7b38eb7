import { booking, database, type Mutant } from './mutant.ts';

const payouts = ['tests/database/payouts/payouts.test.ts'];
const marks = [...payouts, ...database('refunds-and-earnings', 'finances'), ...booking('partner')];

const closings = ['tests/database/payouts/month-closings.test.ts'];

const accounts = ['tests/database/payouts/payee-accounts.test.ts'];

export const PAYOUTS: Mutant[] = [
  {
    name: 'bank details: saved without a recent sign-in',
    in: 'public.save_payee_account',
    change: ['perform private.require_recent_sign_in();', ''],
    suites: accounts,
  },
  {
    name: 'bank details: deleted without a recent sign-in',
    in: 'public.delete_payee_account',
    change: ['perform private.require_recent_sign_in();', ''],
    suites: accounts,
  },
  {
    name: 'bank details: a renewed token counts as a sign-in',
    in: 'private.signed_in_recently',
    change: ["and a ->> 'method' <> 'token_refresh'", ''],
    suites: accounts,
  },
  {
    name: 'bank details: a sign-in of the future counts',
    in: 'private.signed_in_recently',
    change: ['and extract(epoch from now()) + 60', "and 'infinity'"],
    suites: accounts,
  },
  {
    name: 'bank details: of people who are never paid',
    in: 'public.save_payee_account',
    change: ['if not private.may_be_payee(caller) then', 'if false then'],
    suites: accounts,
  },
  {
    name: 'bank details: an IBAN with wrong check digits',
    in: 'private.is_iban',
    change: [', 97) = 1', ', 97) >= 0'],
    suites: accounts,
  },
  {
    name: 'bank details: the whole number is shown',
    in: 'private.masked_number',
    change: ['right(p_number, least(4, length(p_number) / 2))', 'p_number'],
    suites: accounts,
  },
  {
    name: 'bank details: exported by anybody',
    in: 'public.export_payees',
    change: ['perform private.require_earner(p_territory_id);', ''],
    suites: accounts,
  },
  {
    name: 'bank details: exported of people who are owed nothing',
    in: 'public.export_payees',
    change: ['where g.due > 0', 'where true'],
    suites: accounts,
  },
  {
    name: 'months: closed by anybody',
    in: 'public.close_month',
    change: ['perform private.require_earner(p_territory_id);', ''],
    suites: closings,
  },
  {
    name: 'months: closed before it is over',
    in: 'public.close_month',
    change: ['private.month_end(p_month, p_territory_id) > now()', 'false'],
    suites: closings,
  },
  {
    name: 'months: closed before an earlier one',
    in: 'public.close_month',
    change: ['elsif p_month > v_next then', 'elsif false then'],
    suites: closings,
  },
  {
    name: 'months: closed with figures that nobody saw',
    in: 'public.close_month',
    change: ['v_version is distinct from p_version', 'false'],
    suites: closings,
  },
  {
    name: 'months: a row is frozen again',
    in: 'private.open_rows',
    change: ['and not exists (select 1 from private.month_closing_rows x where x.ledger_id = l.id)', ''],
    suites: closings,
  },
  {
    name: 'months: a closing can be changed',
    in: 'private.guard_month_closing',
    change: ["tg_op = 'DELETE' or", 'false and'],
    suites: closings,
  },
  {
    name: 'months: the statement of somebody else',
    in: 'public.month_statement_lines',
    change: ['(s.payee_id = caller or private.sees_shares(c.territory_id))', 'true'],
    suites: closings,
  },
  {
    name: 'payouts: one mark of a trip that is still ahead',
    in: 'private.pay_one_share',
    change: ['elsif not v_share.past then', 'elsif false then'],
    suites: database('refunds-and-earnings'),
  },
  {
    name: 'payouts: of what nobody owes',
    in: 'private.pay_one_share',
    change: [' or s.earned <= 0', ''],
    suites: marks,
  },
  {
    name: 'payouts: what was paid stays open',
    in: 'private.write_payout',
    change: ['set paid = s.earned, payout_id', 'set payout_id'],
    suites: payouts,
  },
  {
    name: 'payouts: a repeated call is a new one',
    in: 'public.pay_out',
    change: ['v_done is not null', 'false'],
    suites: payouts,
  },
  {
    name: 'payouts: two at once',
    in: 'public.pay_out',
    change: ["perform pg_advisory_xact_lock(hashtextextended('pay_out:' || p_territory_id, 0));", ''],
    // The shares are locked too, and one of both locks is enough.
    sql: 'create or replace function private.lock_shares(p_ids bigint[]) returns void language sql begin atomic select; end',
    suites: payouts,
  },
  {
    name: 'payouts: of what has changed since it was read',
    in: 'private.selection_refusal',
    change: ["private.shares_version(p_shares) = p_one ->> 'version'", 'true'],
    suites: payouts,
  },
  {
    name: 'payouts: of another territory',
    in: 'public.pay_out',
    change: ['perform private.require_earner(p_territory_id);', ''],
    suites: payouts,
  },
  {
    name: 'payouts: taken back by anybody',
    in: 'public.reverse_payout',
    change: ['perform private.require_earner(p.territory_id);', ''],
    suites: payouts,
  },
  {
    name: 'payouts: taken back twice',
    in: 'private.write_reversal',
    change: ['and not exists (select 1 from public.payout_lines r where r.reverses = l.id)', ''],
    suites: payouts,
  },
  {
    name: 'payouts: what takes back is taken back',
    in: 'public.reverse_payout',
    change: [
      'case when p.reverses is null then private.write_reversal(p.id, v_reason) end',
      'private.write_reversal(p.id, v_reason)',
    ],
    suites: payouts,
  },
  {
    name: 'payouts: single lines leave out what has to come back',
    in: 'private.chosen_shares',
    change: ['s.amount < 0 or ', ''],
    suites: payouts,
  },
  {
    name: 'payouts: of less than nothing',
    in: 'private.selection_refusal',
    change: ['<= 0 then', '< -1000000 then'],
    suites: payouts,
  },
  {
    name: 'payouts: while a refund or a dispute is on its way',
    in: 'private.is_payable',
    change: ['s.past and not s.held', 's.past'],
    suites: payouts,
  },
  {
    name: 'payouts: of trips that are ahead',
    in: 'private.is_payable',
    change: ['s.past and not s.held', 'not s.held'],
    suites: payouts,
  },
  {
    name: 'payouts: of a share that was cancelled by hand',
    in: 'private.open_shares',
    change: ["where x.status <> 'cancelled'", ''],
    suites: payouts,
  },
  {
    name: 'payouts: what was refunded is asked back from who was not paid',
    in: 'private.open_shares',
    change: ['when x.payout_id is not null then', 'when false then'],
    suites: payouts,
  },
  {
    name: "payouts: another's share among one's own",
    in: 'public.my_payout_totals',
    change: ['where s.payee_id = caller', ''],
    suites: payouts,
  },
  {
    name: 'payouts: a share in the currency of today',
    in: 'private.credit_share',
    change: [
      'new.party, new.currency_code',
      'new.party, (select t.currency_code from public.territories t where t.id = new.territory_id)',
    ],
    suites: booking('currencies'),
  },
  {
    name: 'ledger: a refund in the currency of today',
    in: 'private.take_shares',
    change: [
      'b.currency_code), b.currency_code',
      'b.currency_code), (select t.currency_code from public.territories t where t.id = b.territory_id)',
    ],
    suites: booking('currencies'),
  },
];
