-- Payouts for the screens: who is owed money, for which bookings, what was paid, and the payee's statement.

-- Returns a payee's name: a person, a partner's business, or the service of an operator. Null if the payee was deleted.
create function private.payee_name(p_party text, p_payee_id uuid, p_service_id uuid, p_territory_id text)
returns text language sql stable security definer set search_path = '' as $$
  select coalesce(
    case when p_party = 'partner' then private.business_name_of(p_payee_id, p_territory_id) end,
    (select coalesce(nullif(p.full_name, ''), p.email) from public.profiles p where p.id = p_payee_id),
    (select s.title from public.services s where s.id = p_service_id))
$$;

-- Returns the names of a payee that is a service, in each language, or null for a person.
create function private.payee_names(p_payee_id uuid, p_service_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select case when p_payee_id is null then private.titles_of(p_service_id) end
$$;

-- Returns the open amounts of a territory, one row per payee and currency. due: trips that have begun, minus what must be returned. ahead: paid by guests
-- for future trips. held: a refund or a dispute is pending. Bookings are counted as in payouts and statements. version identifies the shares that are due.
create function private.open_payees(p_territory_id text)
returns table (party text, payee_id uuid, service_id uuid, currency_code text, bookings int, due numeric, oldest date, ahead_bookings int, ahead numeric,
  next_trip date, held numeric, version text)
language sql stable security definer set search_path = '' as $$
  select s.party, s.payee_id, case when s.payee_id is null then s.service_id end, s.currency_code,
         (count(*) filter (where private.is_payable(s)))::int,
         coalesce(sum(s.amount) filter (where private.is_payable(s)), 0),
         min(s.booking_date) filter (where private.is_payable(s) and s.amount > 0),
         (count(*) filter (where s.amount > 0 and not s.past))::int,
         coalesce(sum(s.amount) filter (where s.amount > 0 and not s.past), 0),
         min(s.booking_date) filter (where s.amount > 0 and not s.past),
         coalesce(sum(s.amount) filter (where s.amount > 0 and s.past and s.held), 0),
         md5(string_agg(s.id || '.' || s.version, ',' order by s.id) filter (where private.is_payable(s)))
    from private.open_shares(private.open_share_ids(p_territory_id)) s
   group by 1, 2, 3, 4
$$;

-- Returns the open amounts of a territory as open_payees does, highest first. version and as_of identify what was read, and pay_out requires them. own: the
-- caller's own commission, which someone else pays out. For managers and admins. Raises 403 'forbidden'.
create function public.payees_to_pay(p_territory_id text)
returns table (payee text, party text, name text, names jsonb, avatar_url text, currency_code text, bookings int, due numeric, oldest date,
  ahead_bookings int, ahead numeric, next_trip date, held numeric, version text, as_of timestamptz, own boolean)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select private.payee_key(g.party, g.payee_id, g.service_id), g.party, private.payee_name(g.party, g.payee_id, g.service_id, p_territory_id),
         private.payee_names(g.payee_id, g.service_id), c.avatar_url, g.currency_code, g.bookings, g.due, g.oldest, g.ahead_bookings, g.ahead, g.next_trip, g.held, g.version, now(),
         g.party = 'partner' and private.is_own_commission(g.payee_id, p_territory_id)
    from private.open_payees(p_territory_id) g
    left join public.profile_cards c on c.id = g.payee_id
   order by g.due desc, g.ahead desc, 1, 5 limit 1000;
end $$;

-- Returns the shares owed to a payee (p_what 'due', 'ahead' or 'held'), oldest trip first (date, time, share; without a time at the end of its day),
-- a page after (p_after_date, p_after_time, p_after_id). `line` identifies the share's version, for pay_out. total_price is what the booking costs
-- now. tourist_name is the booking's guest, as in the transactions. For managers and admins. Raises 403 'forbidden'.
create function public.payee_lines(p_territory_id text, p_payee text, p_currency text, p_what text default 'due', p_after_date date default null,
  p_after_time time default null, p_after_id bigint default null, p_limit int default 100)
returns table (id bigint, line text, kind text, booking_id uuid, title text, titles jsonb, booking_date date, start_time time, num_people int,
  total_price numeric, amount numeric, currency_code text, as_of timestamptz, tourist_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select l.id, l.line, l.kind, l.booking_id, l.title, l.titles, l.booking_date, l.start_time, l.num_people, private.price_of(l.booking_id), l.amount,
         l.currency_code, now(), (select p.full_name from public.profiles p where p.id = (private.booking(l.booking_id)).tourist_id) from (
  select s.id, s.id || '.' || s.version as line, s.kind, s.booking_id, s.title, s.titles, s.booking_date, s.start_time, s.num_people, s.amount,
         s.currency_code
    from private.open_shares(private.open_share_ids(p_territory_id)) s
   where private.payee_key(s.party, s.payee_id, s.service_id) = p_payee and s.currency_code = p_currency
     and case p_what when 'ahead' then s.amount > 0 and not s.past when 'held' then s.amount > 0 and s.past and s.held else private.is_payable(s) end
     and (p_after_date is null or (s.booking_date, coalesce(s.start_time, time '24:00'), s.id)
       > (p_after_date, coalesce(p_after_time, time '24:00'), p_after_id))
   order by s.booking_date, coalesce(s.start_time, time '24:00'), s.id limit least(greatest(coalesce(p_limit, 100), 1), 1000)) l
  order by l.booking_date, coalesce(l.start_time, time '24:00'), l.id;
end $$;

-- A payout as in every list. standing is what wasn't reversed. payee_is_person says whether a person can read it, which a service can't.
create type private.payout_row as (
  id uuid, number text, territory_id text, territory_name text, territory_names jsonb, party text, payee_name text, payee_names jsonb, currency_code text, currency_symbol text,
  amount numeric, lines int, paid_on date, reference text, reverses uuid, reason text, created_at timestamptz, created_by_name text,
  standing numeric, reversed_at timestamptz, reversal_reason text,
  payee_is_person boolean
);

create function private.payout_row_of(p public.payouts)
returns private.payout_row language sql stable security definer set search_path = '' as $$
  select (p.id, 'P' || to_char(p.created_at at time zone t.time_zone, '-YYYYMMDD-') || upper(left(replace(p.id::text, '-', ''), 8)),
    p.territory_id, t.name, t.names -> 'name', p.party, private.payee_name(p.party, p.payee_id, p.service_id, p.territory_id),
    private.payee_names(p.payee_id, p.service_id), p.currency_code,
    private.currency_symbol(p.currency_code), p.amount, p.lines, p.paid_on, p.reference, p.reverses, p.reason, p.created_at,
    (select coalesce(nullif(c.full_name, ''), c.email) from public.profiles c where c.id = p.created_by),
    p.amount + coalesce(r.amount, 0), r.at, r.reason, p.payee_id is not null)::private.payout_row
  from public.territories t
  left join lateral (
    select sum(x.amount) as amount, max(x.created_at) as at, (array_agg(x.reason order by x.created_at desc))[1] as reason
      from public.payouts x where x.reverses = p.id) r on true
  where t.id = p.territory_id
$$;

-- Returns a territory's payouts, newest first, a page after (p_before, p_before_id), including those marked in the list of transactions. For managers
-- and admins. Raises 403 'forbidden'.
create function public.territory_payouts(p_territory_id text, p_before timestamptz default null, p_before_id uuid default null, p_limit int default 50)
returns table (id uuid, number text, territory_id text, territory_name text, territory_names jsonb, party text, payee_name text, payee_names jsonb, currency_code text,
  currency_symbol text, amount numeric, lines int, paid_on date, reference text, reverses uuid, reason text, created_at timestamptz,
  created_by_name text, standing numeric, reversed_at timestamptz, reversal_reason text, payee_is_person boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select r.* from (
    select p from public.payouts p
     where p.territory_id = p_territory_id and (p_before is null or (p.created_at, p.id) < (p_before, p_before_id))
     order by p.created_at desc, p.id desc limit least(greatest(coalesce(p_limit, 50), 1), 1000)) x
  cross join lateral private.payout_row_of(x.p) r order by r.created_at desc, r.id desc;
end $$;

-- Returns the caller's payouts in all territories, newest first, a page after (p_before, p_before_id).
create function public.my_payouts(p_before timestamptz default null, p_before_id uuid default null, p_limit int default 20)
returns table (id uuid, number text, territory_id text, territory_name text, territory_names jsonb, party text, payee_name text, payee_names jsonb, currency_code text,
  currency_symbol text, amount numeric, lines int, paid_on date, reference text, reverses uuid, reason text, created_at timestamptz,
  created_by_name text, standing numeric, reversed_at timestamptz, reversal_reason text, payee_is_person boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select r.* from (
    select p from public.payouts p
     where p.payee_id = caller and (p_before is null or (p.created_at, p.id) < (p_before, p_before_id))
     order by p.created_at desc, p.id desc limit least(greatest(coalesce(p_limit, 20), 1), 100)) x
  cross join lateral private.payout_row_of(x.p) r order by r.created_at desc, r.id desc;
end $$;

-- Returns the open shares of which a person may be the payee. Some may belong to another guide who led the trip.
create function private.open_share_ids_of(p_user_id uuid)
returns bigint[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(x.id), '{}') from (
    select s.id from public.bookings b join private.shares s on s.booking_id = b.id and s.party = 'operator'
     where b.guide_id = p_user_id and s.earned <> s.paid
    union
    select s.id from public.referrals r
      join private.shares s on s.booking_id = r.booking_id and s.party = 'partner'
     where r.partner_id = p_user_id and s.earned <> s.paid
    union
    select s.id from public.commission_earnings e
      join private.shares s on s.booking_id = e.booking_id and s.party = 'territory'
     where e.user_id = p_user_id and s.earned <> s.paid
    union
    select s.id from public.payouts p join private.shares s on s.payout_id = p.id
     where p.payee_id = p_user_id and s.earned <> s.paid) x
$$;

-- Returns the amounts owed to the caller, one row per territory and currency: due, ahead and held as in payees_to_pay, and what was paid.
-- refunded_after are refunds of shares already paid, which reduce `due`.
create function public.my_payout_totals()
returns table (territory_id text, territory_name text, territory_names jsonb, currency_code text, currency_symbol text, due numeric, ahead numeric, held numeric, paid numeric,
  refunded_after numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select x.territory, t.name, t.names -> 'name', x.currency, private.currency_symbol(x.currency), sum(x.due), sum(x.ahead), sum(x.held), sum(x.paid), sum(greatest(-x.due, 0))
    from (
      select s.territory_id as territory, s.currency_code as currency, case when private.is_payable(s) then s.amount else 0 end as due,
             case when s.amount > 0 and not s.past then s.amount else 0 end as ahead,
             case when s.amount > 0 and s.past and s.held then s.amount else 0 end as held, 0 as paid
        from private.open_shares(private.open_share_ids_of(caller)) s where s.payee_id = caller
      union all
      select p.territory_id, p.currency_code, 0, 0, 0, p.amount from public.payouts p where p.payee_id = caller) x
    join public.territories t on t.id = x.territory
   group by x.territory, t.id, x.currency order by sum(x.due) desc, x.territory, x.currency;
end $$;

-- Returns a payout that the caller may read: their own, of a territory that they manage, or any for admins. Raises 404 'payout_not_found'.
create function private.readable_payout(p_payout_id uuid)
returns public.payouts language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  p public.payouts;
begin
  select * into p from public.payouts x where x.id = p_payout_id;
  if p.id is null or not (p.payee_id is not distinct from caller or private.sees_shares(p.territory_id)) then
    perform private.fail(404, 'payout_not_found', 'We couldn''t find this payout');
  end if;
  return p;
end $$;

-- Returns the statement of a payout without its lines. first_trip and last_trip are its period. Raises 404 'payout_not_found'.
create function public.payout_statement(p_payout_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p public.payouts := private.readable_payout(p_payout_id);
begin
  return private.payout_json(p) || jsonb_build_object('may_reverse', p.reverses is null and private.sees_shares(p.territory_id),
    'time_zone', (select t.time_zone from public.territories t where t.id = p.territory_id));
end $$;

create function private.payout_json(p public.payouts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(r) || (
    select jsonb_build_object('first_trip', min(f.booking_date), 'last_trip', max(f.booking_date))
      from public.payout_lines l join private.booking_facts f on f.id = l.booking_id
     where l.payout_id = p.id)
    from private.payout_row_of(p) r
$$;

-- Returns the lines of a payout in the order of their trips, a page after p_after. sold is everything ever sold of the booking, and refunded how much
-- was refunded so far. Guests are not named.
create function public.payout_statement_lines(p_payout_id uuid, p_after bigint default null, p_limit int default 100)
returns table (id bigint, kind text, booking_id uuid, title text, titles jsonb, booking_date date, start_time time, num_people int, sold numeric, refunded numeric,
  amount numeric, currency_code text)
language plpgsql stable security definer set search_path = '' as $$
declare
  p public.payouts := private.readable_payout(p_payout_id);
begin
  return query
  select l.id, f.kind, f.id, f.title, f.titles, f.booking_date, f.start_time, f.num_people, f.total_price,
         private.refunded_of(f.id, p.currency_code), l.amount, p.currency_code
    from public.payout_lines l
    cross join lateral (
      select x.* from private.booking_facts x where x.id = l.booking_id offset 0) f
   where l.payout_id = p.id and (p_after is null or l.id > p_after)
   order by l.id limit least(greatest(coalesce(p_limit, 100), 1), 1000);
end $$;
