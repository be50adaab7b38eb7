-- Closing a month of a territory (docs/rules/money.md, Closing a month): the ledger rows recorded until its end are frozen, with their sums for each
-- payee and currency. Months are closed in order, and each row is frozen once, so what is recorded later is in the next open month, including rows whose
-- transaction began in a month that was closed before it ended. A closing never changes.

create table private.month_closings (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  month date not null check (extract(day from month) = 1),
  closed_by uuid references public.profiles (id) on delete set null,
  closed_at timestamptz not null default now(),
  unique (territory_id, month)
);
create index month_closings_closed_by_idx on private.month_closings (closed_by);
alter table private.month_closings enable row level security;
grant all on private.month_closings to service_role;

-- What a payee earned in a closed month. `earlier` is the part that refunds, chargebacks and corrections changed of bookings sold in an earlier closed
-- month.
create table private.month_closing_sums (
  id bigint generated always as identity primary key,
  closing_id uuid not null references private.month_closings (id),
  party text not null check (party in ('operator', 'territory', 'app', 'partner')),
  payee_id uuid references public.profiles (id) on delete set null,
  service_id uuid, -- the service, if its operator isn't a person
  currency_code text not null references public.currencies (code),
  sold numeric(12, 2) not null check (sold <> 'NaN'),
  corrected numeric(12, 2) not null check (corrected <> 'NaN'),
  refunded numeric(12, 2) not null check (refunded <> 'NaN'),
  disputed numeric(12, 2) not null check (disputed <> 'NaN'),
  earlier numeric(12, 2) not null check (earlier <> 'NaN'),
  amount numeric(12, 2) not null check (amount <> 'NaN'),
  check (amount = sold + corrected + refunded + disputed)
);
create index month_closing_sums_closing_idx on private.month_closing_sums (closing_id);
create index month_closing_sums_payee_idx on private.month_closing_sums (payee_id) where payee_id is not null;
create index month_closing_sums_currency_idx on private.month_closing_sums (currency_code);
alter table private.month_closing_sums enable row level security;
grant all on private.month_closing_sums to service_role;

-- The frozen ledger rows, with the trip as it was.
create table private.month_closing_rows (
  ledger_id bigint primary key references private.ledger (id),
  sum_id bigint not null references private.month_closing_sums (id),
  booking_id uuid not null references public.bookings (id),
  service_id uuid not null,
  booking_date date not null,
  earlier boolean not null
);
create index month_closing_rows_sum_idx on private.month_closing_rows (sum_id, ledger_id);
create index month_closing_rows_booking_idx on private.month_closing_rows (booking_id);
alter table private.month_closing_rows enable row level security;
grant all on private.month_closing_rows to service_role;

-- Keeps closings as they are, for all roles. Only the reference to a deleted account is removed.
create function private.guard_month_closing()
returns trigger language plpgsql set search_path = '' as $$
declare
  v_people constant text[] := '{closed_by,payee_id}';
begin
  if tg_op = 'DELETE' or to_jsonb(new) - v_people is distinct from to_jsonb(old) - v_people
     or num_nonnulls(to_jsonb(new) ->> 'closed_by', to_jsonb(new) ->> 'payee_id') > 0 then
    raise exception 'a closed month never changes';
  end if;
  return new;
end $$;
create trigger month_closings_guard before update or delete on private.month_closings for each row execute function private.guard_month_closing();
create trigger month_closing_sums_guard before update or delete on private.month_closing_sums for each row execute function private.guard_month_closing();
create trigger month_closing_rows_guard before update or delete on private.month_closing_rows for each row execute function private.guard_month_closing();

-- Returns the figure to which a row of the ledger belongs.
create function private.ledger_figure(p_kind text)
returns text language sql immutable set search_path = '' as $$
  select case when p_kind ~ '^(sale|added)' then 'sold' when p_kind ~ '^refund' then 'refunded' when p_kind ~ '^dispute' then 'disputed' else 'corrected' end
$$;

-- Returns the rows of a territory's ledger from before p_until that aren't frozen, and the month in which each is, which is at least p_first.
create function private.open_rows(p_territory_id text, p_until timestamptz, p_first date)
returns table (ledger_id bigint, booking_id uuid, party text, currency_code text, figure text, amount numeric, earlier boolean, month date)
language sql stable security definer set search_path = '' as $$
  select l.id, l.booking_id, l.party, l.currency_code, f.figure, l.amount,
         f.figure <> 'sold' and exists (select 1 from private.month_closing_rows x where x.booking_id = l.booking_id),
         greatest(date_trunc('month', l.created_at at time zone t.time_zone)::date, p_first)
    from private.ledger l
    join public.territories t on t.id = l.territory_id
   cross join lateral (select private.ledger_figure(l.kind) as figure) f
   where l.territory_id = p_territory_id and l.created_at < p_until
     and not exists (select 1 from private.month_closing_rows x where x.ledger_id = l.id)
$$;

-- Returns the same rows with the payee of each, as in open_shares, and their trips.
create function private.open_ledger(p_territory_id text, p_until timestamptz, p_first date)
returns table (ledger_id bigint, party text, payee_id uuid, payee_service_id uuid, currency_code text, figure text, amount numeric, earlier boolean, month date,
  booking_id uuid, service_id uuid, booking_date date)
language sql stable security definer set search_path = '' as $$
  select l.ledger_id, l.party, p.id, case when l.party = 'operator' and p.id is null then b.service_id end, l.currency_code, l.figure, l.amount, l.earlier, l.month,
         l.booking_id, b.service_id, b.booking_date
    from private.open_rows(p_territory_id, p_until, p_first) l
    join public.bookings b on b.id = l.booking_id
    left join private.shares s on s.booking_id = l.booking_id and s.party = l.party
    left join public.payouts o on o.id = s.payout_id
    left join public.referrals r on l.party = 'partner' and r.booking_id = l.booking_id
    left join public.commission_earnings e on l.party = 'territory' and e.booking_id = l.booking_id
   cross join lateral (
     select case when s.payout_id is not null then o.payee_id when l.party = 'operator' then b.guide_id when l.party = 'partner' then r.partner_id
                 else e.user_id end as id) p
$$;

-- Returns the only month of a territory that can be closed next: the one after the last closed month, or that of the first row of the ledger. Null if
-- nothing was ever sold.
create function private.month_to_close(p_territory_id text)
returns date language sql stable security definer set search_path = '' as $$
  select coalesce((select max(c.month) + interval '1 month' from private.month_closings c where c.territory_id = t.id),
    (select date_trunc('month', min(l.created_at) at time zone t.time_zone) from private.ledger l where l.territory_id = t.id))::date
    from public.territories t where t.id = p_territory_id
$$;

-- Returns when a month ends by the territory's clock. A date can be later than any timestamp, so it ends with the year 9999.
create function private.month_end(p_month date, p_territory_id text)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select private.day_start((least(p_month, date '9999-12-01') + interval '1 month')::date, p_territory_id)
$$;

-- Closes a month of a territory: freezes what the ledger has until its end, and returns the closing: {outcome, month, closed_at, closed_by_name}. The
-- outcome is 'closed', or 'already' if it was closed before, also by a request whose answer was lost. p_version is that of the figures on the page, as
-- territory_months returned it. For managers of the territory and admins. Raises 403 'forbidden', 400 'invalid_input', 409 'month_not_over',
-- 'earlier_month_open', 'month_empty' if nothing was sold until then, and 'month_changed' if the figures are other ones now. Locks the territory's closings.
create function public.close_month(p_territory_id text, p_month date, p_version text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_next date;
  v_closing uuid;
  v_version text;
begin
  perform private.require_earner(p_territory_id);
  if p_month is null or not isfinite(p_month) or extract(day from p_month) <> 1 then
    perform private.invalid('This month does not exist');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('close_month:' || p_territory_id, 0));
  if exists (select 1 from private.month_closings c where c.territory_id = p_territory_id and c.month = p_month) then
    return private.month_closing_json(p_territory_id, p_month) || '{"outcome": "already"}';
  end if;
  v_next := private.month_to_close(p_territory_id);
  if private.month_end(p_month, p_territory_id) > now() then
    perform private.fail(409, 'month_not_over', 'This month isn''t over yet. You can close it when it has ended.');
  elsif p_month > v_next then
    perform private.fail(409, 'earlier_month_open', 'An earlier month is still open. Close it first.');
  elsif p_month is distinct from v_next then
    perform private.fail(409, 'month_empty', 'Nothing was sold until then, so there''s nothing to close.');
  end if;
  insert into private.month_closings (territory_id, month, closed_by) values (p_territory_id, p_month, auth.uid()) returning id into v_closing;
  -- It is one statement, so that rows, sums and version are of one moment.
  with open as materialized (
    select * from private.open_ledger(p_territory_id, private.month_end(p_month, p_territory_id), p_month)
  ), sums as (
    insert into private.month_closing_sums (closing_id, party, payee_id, service_id, currency_code, sold, corrected, refunded, disputed, earlier, amount)
    select v_closing, o.party, o.payee_id, o.payee_service_id, o.currency_code, coalesce(sum(o.amount) filter (where o.figure = 'sold'), 0),
           coalesce(sum(o.amount) filter (where o.figure = 'corrected'), 0), coalesce(sum(o.amount) filter (where o.figure = 'refunded'), 0),
           coalesce(sum(o.amount) filter (where o.figure = 'disputed'), 0), coalesce(sum(o.amount) filter (where o.earlier), 0), sum(o.amount)
      from open o group by o.party, o.payee_id, o.payee_service_id, o.currency_code
    returning id, party, payee_id, service_id, currency_code
  ), rows as (
    insert into private.month_closing_rows (ledger_id, sum_id, booking_id, service_id, booking_date, earlier)
    select o.ledger_id, s.id, o.booking_id, o.service_id, o.booking_date, o.earlier
      from open o join sums s on (s.party, s.currency_code) = (o.party, o.currency_code) and s.payee_id is not distinct from o.payee_id
        and s.service_id is not distinct from o.payee_service_id
    returning ledger_id
  )
  select private.month_version(count(*), max(r.ledger_id)) into v_version from rows r;
  if v_version is distinct from p_version then
    perform private.fail(409, 'month_changed', 'The figures of this month have changed. Please check them again before you close it.');
  end if;
  perform private.audit('month_closed', p_territory_id, 'month_closings', v_closing::text, jsonb_build_object('month', to_char(p_month, 'YYYY-MM'),
    'amount', (select sum(s.amount) from private.month_closing_sums s where s.closing_id = v_closing)));
  return private.month_closing_json(p_territory_id, p_month) || '{"outcome": "closed"}';
end $$;

-- Returns what identifies the rows that a closing would freeze, because rows are only ever added.
create function private.month_version(p_rows bigint, p_last bigint)
returns text language sql immutable set search_path = '' as $$
  select p_rows || '.' || coalesce(p_last, 0)
$$;

create function private.month_closing_json(p_territory_id text, p_month date)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('month', c.month, 'closed_at', c.closed_at, 'closed_by_name', (
      select coalesce(nullif(p.full_name, ''), p.email) from public.profiles p where p.id = c.closed_by))
    from private.month_closings c where c.territory_id = p_territory_id and c.month = p_month
$$;

-- Returns the months of a territory from its first sale until today, newest first, at most 240. `state`: 'closed', 'next' (it has ended and can be
-- closed), 'waiting' (an earlier one must be closed first) or 'running'. `version` is for close_month. `sums`, one per currency: [{currency_code, sold,
-- corrected, refunded, disputed, earlier, amount}] of all parties, frozen or so far. closed_by_name is null if the account was deleted. For managers and
-- admins. Raises 403 'forbidden'.
create function public.territory_months(p_territory_id text)
returns table (month date, state text, closed_at timestamptz, closed_by_name text, version text, sums jsonb)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' as $$
declare
  v_next date;
  v_first date;
begin
  perform private.require_earner(p_territory_id);
  v_next := private.month_to_close(p_territory_id);
  v_first := coalesce((select min(c.month) from private.month_closings c where c.territory_id = p_territory_id), v_next);
  return query
  with open as materialized (
    select * from private.open_rows(p_territory_id, 'infinity', v_next)
  ), figures as (
    select o.month, o.currency_code, coalesce(sum(o.amount) filter (where o.figure = 'sold'), 0) as sold,
           coalesce(sum(o.amount) filter (where o.figure = 'corrected'), 0) as corrected, coalesce(sum(o.amount) filter (where o.figure = 'refunded'), 0) as refunded,
           coalesce(sum(o.amount) filter (where o.figure = 'disputed'), 0) as disputed, coalesce(sum(o.amount) filter (where o.earlier), 0) as earlier,
           sum(o.amount) as amount
      from open o group by 1, 2
    union all
    select c.month, s.currency_code, sum(s.sold), sum(s.corrected), sum(s.refunded), sum(s.disputed), sum(s.earlier), sum(s.amount)
      from private.month_closings c join private.month_closing_sums s on s.closing_id = c.id where c.territory_id = p_territory_id group by 1, 2)
  select m.month, case when m.month < v_next then 'closed' when private.month_end(m.month, p_territory_id) > now() then 'running'
           when m.month = v_next then 'next' else 'waiting' end,
         c.closed_at, (select coalesce(nullif(p.full_name, ''), p.email) from public.profiles p where p.id = c.closed_by),
         case when m.month = v_next then (select private.month_version(count(*), max(o.ledger_id)) from open o where o.month = v_next) end,
         coalesce((select jsonb_agg(to_jsonb(f) - 'month' order by f.currency_code) from figures f where f.month = m.month), '[]')
    from (select x::date as month from public.territories t, generate_series(v_first::timestamp, now() at time zone t.time_zone, interval '1 month') x
           where t.id = p_territory_id order by 1 desc limit 240) m
    left join private.month_closings c on c.territory_id = p_territory_id and c.month = m.month
   order by m.month desc;
end $$;

-- Returns the figures of a month by payee and currency, frozen or so far, highest first. statement_id is for month_statement_lines, and null while the month
-- is open. For managers and admins. Raises 403 'forbidden'.
create function public.month_payees(p_territory_id text, p_month date)
returns table (payee text, statement_id bigint, party text, name text, names jsonb, currency_code text, sold numeric, corrected numeric, refunded numeric,
  disputed numeric, earlier numeric, amount numeric)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' as $$
declare
  v_next date;
begin
  perform private.require_earner(p_territory_id);
  v_next := private.month_to_close(p_territory_id);
  return query
  select x.party || ':' || coalesce(x.payee_id, x.service_id)::text, x.id, x.party, private.payee_name(x.party, x.payee_id, x.service_id, p_territory_id),
         private.payee_names(x.payee_id, x.service_id), x.currency_code, x.sold, x.corrected, x.refunded, x.disputed, x.earlier, x.amount
    from (
      select s.id, s.party, s.payee_id, s.service_id, s.currency_code, s.sold, s.corrected, s.refunded, s.disputed, s.earlier, s.amount
        from private.month_closings c join private.month_closing_sums s on s.closing_id = c.id where c.territory_id = p_territory_id and c.month = p_month
      union all
      select null, o.party, o.payee_id, o.payee_service_id, o.currency_code, coalesce(sum(o.amount) filter (where o.figure = 'sold'), 0),
             coalesce(sum(o.amount) filter (where o.figure = 'corrected'), 0), coalesce(sum(o.amount) filter (where o.figure = 'refunded'), 0),
             coalesce(sum(o.amount) filter (where o.figure = 'disputed'), 0), coalesce(sum(o.amount) filter (where o.earlier), 0), sum(o.amount)
        from private.open_ledger(p_territory_id, private.month_end(p_month, p_territory_id), v_next) o where o.month = p_month and p_month >= v_next
       group by o.party, o.payee_id, o.payee_service_id, o.currency_code) x
   order by x.amount desc, x.party, 1, x.currency_code limit 1000;
end $$;

-- Returns the caller's statements of closed months in all territories, newest first, a page after (p_before, p_before_id).
create function public.my_month_statements(p_before date default null, p_before_id bigint default null, p_limit int default 20)
returns table (id bigint, month date, territory_id text, territory_name text, territory_names jsonb, party text, currency_code text, currency_symbol text,
  sold numeric, corrected numeric, refunded numeric, disputed numeric, earlier numeric, amount numeric, closed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select s.id, c.month, t.id, t.name, t.names -> 'name', s.party, s.currency_code, private.currency_symbol(s.currency_code), s.sold, s.corrected, s.refunded,
         s.disputed, s.earlier, s.amount, c.closed_at
    from private.month_closing_sums s
    join private.month_closings c on c.id = s.closing_id
    join public.territories t on t.id = c.territory_id
   where s.payee_id = caller and (p_before is null or (c.month, s.id) < (p_before, p_before_id))
   order by c.month desc, s.id desc limit least(greatest(coalesce(p_limit, 20), 1), 100);
end $$;

-- Returns the frozen ledger rows of a payee's month in the order of their recording, a page after p_after. Guests are not named. For the payee, managers of
-- the territory and admins. Raises 404 'statement_not_found'.
create function public.month_statement_lines(p_statement_id bigint, p_after bigint default null, p_limit int default 100)
returns table (id bigint, recorded_on date, figure text, earlier boolean, booking_id uuid, title text, titles jsonb, booking_date date, amount numeric,
  currency_code text)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_zone text;
begin
  select t.time_zone into v_zone
    from private.month_closing_sums s
    join private.month_closings c on c.id = s.closing_id
    join public.territories t on t.id = c.territory_id
   where s.id = p_statement_id and (s.payee_id = caller or private.sees_shares(c.territory_id));
  if v_zone is null then
    perform private.fail(404, 'statement_not_found', 'We couldn''t find this statement');
  end if;
  return query
  select l.id, (l.created_at at time zone v_zone)::date, private.ledger_figure(l.kind), x.earlier, x.booking_id, v.title, v.names -> 'title', x.booking_date,
         l.amount, l.currency_code
    from private.month_closing_rows x
    join private.ledger l on l.id = x.ledger_id
    left join public.services v on v.id = x.service_id
   where x.sum_id = p_statement_id and (p_after is null or x.ledger_id > p_after)
   order by x.ledger_id limit least(greatest(coalesce(p_limit, 100), 1), 1000);
end $$;

-- Checks that the figures of closed months equal the ledger rows that were frozen with them.
create function private.check_month_closings()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with frozen as (
    select x.sum_id, x.earlier, l.amount, private.ledger_figure(l.kind) as figure, (l.territory_id, l.party, l.currency_code) as belongs
      from private.month_closing_rows x join private.ledger l on l.id = x.ledger_id),
  rows as (
    select f.sum_id, coalesce(sum(f.amount) filter (where f.figure = 'sold'), 0) as sold, coalesce(sum(f.amount) filter (where f.figure = 'corrected'), 0) as corrected,
           coalesce(sum(f.amount) filter (where f.figure = 'refunded'), 0) as refunded, coalesce(sum(f.amount) filter (where f.figure = 'disputed'), 0) as disputed,
           coalesce(sum(f.amount) filter (where f.earlier), 0) as earlier
      from frozen f group by 1),
  sums as (
    select s.*, c.territory_id || ' ' || to_char(c.month, 'YYYY-MM') || ' ' || s.party || ' ' || s.id as subject,
           (c.territory_id, s.party, s.currency_code) as belongs
      from private.month_closing_sums s join private.month_closings c on c.id = s.closing_id)
  select 'a closed month is what it froze', s.subject || ' ' || v.figure, coalesce(v.rows, 0), v.frozen
    from sums s left join rows r on r.sum_id = s.id
   cross join lateral (values ('sold', r.sold, s.sold), ('corrected', r.corrected, s.corrected), ('refunded', r.refunded, s.refunded),
     ('disputed', r.disputed, s.disputed), ('earlier', r.earlier, s.earlier)) v (figure, rows, frozen)
   where coalesce(v.rows, 0) <> v.frozen
  union all
  select 'a closed month is what it froze', s.subject, 0, count(*)
    from frozen f join sums s on s.id = f.sum_id where f.belongs <> s.belongs group by s.subject
$$;
