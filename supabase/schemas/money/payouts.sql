-- How shares are paid out (docs/decisions/0040): each party's share of a booking, what was paid, payouts with their lines, and reversals. A payout is
-- one payment to one payee in one currency. Payouts and their lines are append-only. What was paid out and then refunded is a negative line of the
-- payee's next payout.

-- One payment to one payee, or its reversal.
create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  party text not null check (party in ('operator', 'territory', 'partner')),
  payee_id uuid references public.profiles (id) on delete set null,
  service_id uuid, -- the service, if its operator isn't a person, which is transport or an experience without a guide
  currency_code text not null references public.currencies (code),
  amount numeric(12, 2) not null check (amount <> 'NaN'),
  lines int not null check (lines > 0),
  paid_on date not null,
  reference text not null check (length(private.trimmed(reference)) between 1 and 100),
  reverses uuid references public.payouts (id), -- the payout that this one reverses, fully or in part
  reason text check (length(private.trimmed(reason)) between 1 and 300),
  created_by uuid references public.profiles (id) on delete set null,
  marked boolean not null default false, -- whether it is one booking's share, marked as paid in the list of transactions
  created_at timestamptz not null default now(),
  check ((reverses is null) = (reason is null))
);
create trigger payouts_lines before insert on public.payouts for each row execute function private.check_lines('reference');
create trigger payouts_texts before insert on public.payouts for each row execute function private.check_texts('reason');
create index payouts_territory_idx on public.payouts (territory_id, created_at desc, id desc);
create index payouts_payee_idx on public.payouts (payee_id, created_at desc, id desc);
create index payouts_reverses_idx on public.payouts (reverses) where reverses is not null;
create index payouts_currency_idx on public.payouts (currency_code);
create index payouts_created_by_idx on public.payouts (created_by);
alter table public.payouts enable row level security;
grant select on public.payouts to authenticated;
grant all on public.payouts to service_role;

-- Payees read their own, whatever their roles are now, managers those of their territory, and admins all. Staff read none.
create policy payouts_select on public.payouts for select to authenticated
  using (payee_id = (select private.live_user()) or territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));

-- A party's share of a booking, and how much of it was paid out. A trigger updates it from the ledger, and `paid` and `payout_id` are set with the
-- payouts' lines. The app's share isn't paid out.
create table private.shares (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  territory_id text not null references public.territories (id),
  party text not null check (party in ('operator', 'territory', 'partner')),
  currency_code text not null references public.currencies (code),
  earned numeric(12, 2) not null default 0 check (earned <> 'NaN'),
  paid numeric(12, 2) not null default 0 check (paid <> 'NaN'),
  payout_id uuid references public.payouts (id), -- the payout that last paid it; null if reversed
  version int not null default 1 -- grows with each change, to check that a manager's selection is up to date
);
create unique index shares_once_idx on private.shares (booking_id, party);
create index shares_open_idx on private.shares (territory_id, id) where earned <> paid;
create index shares_payout_idx on private.shares (payout_id) where payout_id is not null;
create index shares_currency_idx on private.shares (currency_code);
alter table private.shares enable row level security;
grant all on private.shares to service_role;

-- The shares that a payout pays or reverses. `turn` is the number of the share's payment, so that no two can have the same.
create table public.payout_lines (
  id bigint generated always as identity primary key,
  payout_id uuid not null references public.payouts (id),
  share_id bigint not null references private.shares (id),
  booking_id uuid not null references public.bookings (id),
  territory_id text not null references public.territories (id),
  payee_id uuid references public.profiles (id) on delete set null,
  amount numeric(12, 2) not null check (amount <> 0 and amount <> 'NaN'),
  turn int not null,
  reverses bigint references public.payout_lines (id)
);
create unique index payout_lines_once_idx on public.payout_lines (share_id, turn) where reverses is null;
create unique index payout_lines_reversed_once_idx on public.payout_lines (reverses) where reverses is not null;
create index payout_lines_payout_idx on public.payout_lines (payout_id, id);
create index payout_lines_share_idx on public.payout_lines (share_id);
create index payout_lines_booking_idx on public.payout_lines (booking_id);
create index payout_lines_territory_idx on public.payout_lines (territory_id);
create index payout_lines_payee_idx on public.payout_lines (payee_id) where payee_id is not null;
alter table public.payout_lines enable row level security;
grant select on public.payout_lines to authenticated;
grant all on public.payout_lines to service_role;
grant select, usage on sequence public.payout_lines_id_seq to service_role;

create policy payout_lines_select on public.payout_lines for select to authenticated
  using (payee_id = (select private.live_user()) or territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));

-- What was paid of a territory's and a partner's shares, one row per booking.
create view public.commission_payments with (security_invoker = true) as
select l.id, p.payee_id as user_id, case p.party when 'partner' then 'travel_partner' else 'territory_manager' end as role, p.territory_id,
       l.amount, p.currency_code, p.paid_on as payment_date, p.created_at, l.booking_id
  from public.payout_lines l join public.payouts p on p.id = l.payout_id
 where p.party <> 'operator' and l.reverses is null and not exists (select 1 from public.payout_lines r where r.reverses = l.id);
grant select on public.commission_payments to authenticated;
grant all on public.commission_payments to service_role;

create function private.credit_share()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.shares as s (booking_id, territory_id, party, currency_code, earned)
  values (new.booking_id, new.territory_id, new.party, new.currency_code, new.amount)
  on conflict (booking_id, party)
    do update set earned = s.earned + excluded.earned, version = s.version + 1;
  return null;
end $$;

create trigger ledger_credit_share after insert on private.ledger
  for each row when (new.party <> 'app') execute function private.credit_share();

-- Creates shares that are missing because a bulk load disables triggers. Returns their number.
create function private.credit_missing_shares()
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  insert into private.shares (booking_id, territory_id, party, currency_code, earned)
  select l.booking_id, l.territory_id, l.party, l.currency_code, sum(l.amount)
    from private.ledger l where l.party <> 'app'
   group by l.booking_id, l.territory_id, l.party, l.currency_code
  on conflict (booking_id, party) do nothing;
  get diagnostics made = row_count;
  return made;
end $$;
grant execute on function private.credit_missing_shares() to service_role;

-- Returns a payee's key, which is a party with the person, or with the service if it isn't a person.
create function private.payee_key(p_party text, p_payee_id uuid, p_service_id uuid)
returns text language sql immutable set search_path = '' as $$
  select p_party || ':' || coalesce(p_payee_id, p_service_id)::text
$$;

-- A share with an open amount, and its payee. amount is what was earned and not paid, negative if more was paid than is left after a refund. `held`
-- means that the guest's bank disputes the payment, or a refund is in progress.
create type private.open_share as (
  id bigint, version int, party text, payee_id uuid, service_id uuid, kind text, booking_id uuid, departure_id uuid, territory_id text,
  title text, titles jsonb, booking_date date, start_time time, num_people int, currency_code text, amount numeric, past boolean,
  held boolean
);

-- Returns the open ones of these shares, except those whose payout was cancelled manually. A paid share's payee is the person who was paid. Otherwise
-- it is the person who leads the booking, referred it or manages the territory.
create function private.open_shares(p_ids bigint[])
returns setof private.open_share language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with held as materialized (
    select p.booking_id as id from private.disputes d join private.charges p on p.id = d.payment_id
     where d.closed_at is null
    union
    select p.booking_id from private.stripe_ops o join private.payment_lines p on p.id = o.line_id
     where o.state in ('queued', 'failed'))
  select x.id, x.version, x.party,
    case when x.payout_id is not null then (select o.payee_id from public.payouts o where o.id = x.payout_id)
         when x.party = 'operator' then x.guide_id
         when x.party = 'partner' then (select r.partner_id from public.referrals r where r.booking_id = x.booking_id)
         else (select e.user_id from public.commission_earnings e where e.booking_id = x.booking_id) end,
    case when x.party = 'operator' then x.service_id end,
    x.kind, x.booking_id, x.departure_id, x.territory_id, x.title, x.titles, x.booking_date, x.start_time, x.num_people, x.currency_code,
    x.earned - x.paid,
    (x.booking_date + coalesce(x.start_time, time '24:00')) at time zone t.time_zone <= now(),
    x.booking_id in (select h.id from held h)
  from (
    select s.*, b.kind, b.guide_id, b.departure_id, b.service_id, v.title,
           v.names -> 'title' as titles, b.booking_date, b.start_time, b.num_people,
           case s.party when 'operator' then b.operator_status when 'territory' then b.territory_status else b.partner_status end as status
      from private.shares s join public.bookings b on b.id = s.booking_id
      join public.services v on v.id = b.service_id
     where s.id = any (p_ids) and s.earned <> s.paid) x
  join public.territories t on t.id = x.territory_id
  where x.status <> 'cancelled';
end $$;

-- Returns whether a share can be paid. Shares of trips that have begun can, and overpaid amounts can be deducted at any time.
create function private.is_payable(s private.open_share)
returns boolean language sql immutable set search_path = '' as $$
  select s.amount < 0 or (s.past and not s.held)
$$;

create function private.open_share_ids(p_territory_id text)
returns bigint[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(s.id), '{}') from private.shares s where s.territory_id = p_territory_id and s.earned <> s.paid
$$;

-- Locks the payments and bookings of the shares, and then the shares, so that no refund can happen in between.
create function private.lock_shares(p_ids bigint[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_bookings uuid[] := array(select distinct s.booking_id from private.shares s where s.id = any (p_ids));
begin
  perform 1 from private.charges p where p.booking_id = any (v_bookings) order by p.of_change, p.line_id for update; -- as lock_first_payment has it
  perform 1 from public.bookings b where b.id = any (v_bookings) order by b.id for update;
  perform 1 from private.shares s where s.id = any (p_ids) order by s.id for update;
end $$;

-- Updates the status that the bookings and the commission have for the party's shares.
create function private.set_share_status(p_bookings uuid[], p_party text, p_status text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.bookings b
     set operator_status = case when p_party = 'operator' then p_status else b.operator_status end,
         territory_status = case when p_party = 'territory' then p_status else b.territory_status end,
         partner_status = case when p_party = 'partner' then p_status else b.partner_status end
   where b.id = any (p_bookings);
  if p_party = 'partner' then
    -- Refunds after the payment are settled with it, so a commission marked as paid has the amount that the partner has kept.
    update public.commissions c
       set status = case when p_status = 'paid' then 'paid' else 'pending' end, paid_at = case when p_status = 'paid' then now() end,
           amount = greatest(s.earned, 0)
      from public.referrals r, private.shares s
     where r.id = c.referral_id and s.party = 'partner' and s.booking_id = any (p_bookings)
       and r.booking_id = s.booking_id;
  end if;
end $$;

-- Limits payouts per sender and day, because the payee is notified of each payment with a reference and of its reversal. Raises 429
-- 'rate_limited_day'. The caller has locked the territory's payouts.
create function private.limit_payee_entries(p_territory_id text, p_payee_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.payouts p
       where p.payee_id = p_payee_id and p.territory_id = p_territory_id and p.reference is not null and p.created_at > now() - interval '1 day')
     >= private.limit_value('payout.payee_day') then
    perform private.fail_rate('day');
  end if;
end $$;

-- Creates one payout of the open amounts of these shares, all of one payee, and updates everything that depends on it. Returns its id. The caller has
-- locked the shares.
create function private.write_payout(p_shares private.open_share[], p_paid_on date, p_reference text, p_marked boolean)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_first private.open_share := p_shares[1];
  v_payout uuid;
begin
  if not p_marked then
    perform private.limit_payee_entries(v_first.territory_id, v_first.payee_id);
  end if;
  insert into public.payouts (territory_id, party, payee_id, service_id, currency_code, amount, lines, paid_on, reference, created_by, marked)
  values (v_first.territory_id, v_first.party, v_first.payee_id, case when v_first.payee_id is null then v_first.service_id end,
    v_first.currency_code, (select sum(x.amount) from unnest(p_shares) x), cardinality(p_shares), p_paid_on, p_reference, auth.uid(), p_marked)
  returning id into v_payout;
  insert into public.payout_lines (payout_id, share_id, booking_id, territory_id, payee_id, amount, turn)
  select v_payout, x.id, x.booking_id, x.territory_id, x.payee_id, x.amount,
         1 + (select count(*) from public.payout_lines l where l.share_id = x.id and l.reverses is null)
    from unnest(p_shares) x order by x.booking_date, x.start_time, x.id;
  update private.shares s set paid = s.earned, payout_id = v_payout, version = s.version + 1
   where s.id in (select x.id from unnest(p_shares) x);
  perform private.set_share_status(array(select x.booking_id from unnest(p_shares) x), v_first.party, 'paid');
  perform private.tell_of_payout(v_payout);
  return v_payout;
end $$;

-- Notifies the payee, also by email if it was paid in Payouts. Repeated changes in the list of transactions replace the last notification, and a
-- partner is notified once. Does nothing if the payee has no account.
create function private.tell_of_payout(p_payout_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p public.payouts;
  b private.booking_facts;
  v_region private.booking_facts; -- a notification without a booking
  v_what jsonb;
  v_marked boolean;
begin
  select * into p from public.payouts x where x.id = p_payout_id;
  select x.marked into v_marked from public.payouts x where x.id = coalesce(p.reverses, p.id);
  select f.* into b from public.payout_lines l
    join private.booking_facts f on f.id = l.booking_id where l.payout_id = p.id order by l.id limit 1;
  v_region.territory_id := p.territory_id;
  v_what := private.service_params(b.service_id) || jsonb_build_object('more', p.lines - 1);
  if p.reverses is not null and (not v_marked or p.party <> 'partner') then
    perform private.queue_notification('payout:' || p.id, p.payee_id, 'payout', 'payout_taken_back',
      private.money_params(-p.amount, p.currency_code) || jsonb_build_object('date', p.paid_on, 'reason', p.reason),
      v_region, 'payout:' || case when v_marked then b.id else p.reverses end);
  elsif p.reverses is null and p.party = 'partner' then
    perform private.queue_notification('commission_paid:' || case when v_marked then b.id else p.id end, p.payee_id, 'commission_paid',
      'commission_paid', v_what, b);
  elsif p.reverses is null then
    perform private.queue_notification('payout:' || p.id, p.payee_id, 'payout', 'paid_out',
      private.money_params(p.amount, p.currency_code) || v_what || jsonb_build_object('reference', p.reference),
      v_region, 'payout:' || case when v_marked then b.id else p.id end);
  end if;
  if not v_marked and not private.drop_payout_mail(p) then
    insert into private.outbox (dedupe_key, kind, template, recipient, payload, next_attempt_at)
    select 'email:payout:' || p.id, 'email', 'payout', x.email, jsonb_build_object('payout_id', p.id), now() + interval '2 minutes'
      from public.profiles x where x.id = p.payee_id and private.may_mail(x.email)
    on conflict (dedupe_key) do nothing;
  end if;
end $$;

-- Discards the email about a payout that is reversed before it was sent, so that neither email is sent. Returns whether there was one.
create function private.drop_payout_mail(p public.payouts)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  delete from private.outbox o where o.id = (
    select x.id from private.outbox x
     where x.dedupe_key = 'email:payout:' || p.reverses and x.state = 'queued' and x.attempts = 0
       and (select r.amount = -p.amount and r.lines = p.lines from public.payouts r where r.id = p.reverses)
       for update skip locked);
  return found;
end $$;

-- Raises 403 'own_booking_share' if one of these bookings is the caller's own, because a colleague must decide.
create function private.refuse_own_shares(p_bookings uuid[])
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from private.booking_facts b where b.id = any (p_bookings) and private.is_own_booking(b)) then
    perform private.fail(403, 'own_booking_share', 'One of these shares is from your own booking. Deselect it, or ask a colleague to do this.');
  end if;
end $$;

-- Pays selected payees of a territory: [{payee, currency, version, as_of, lines?}], as `payees_to_pay` and `payee_lines` returned them. `lines`
-- ['id.version'] selects a part of what is payable. Writes nothing unless every selection is unchanged, and otherwise returns who has paid it
-- ('taken') or that it has changed. A repeated key returns its payouts. Returns {outcome: 'paid', payouts: [id]} | {outcome: 'taken', payee, by, at}
-- | {outcome: 'changed', payee}. For managers of the territory and admins. Raises 403 'forbidden', 'own_booking_share' and 'own_payout', 400
-- 'invalid_input', 409 'payee_owes', and what once raises. Locks the caller, then as lock_shares does.
create function public.pay_out(p_territory_id text, p_selection jsonb, p_paid_on date, p_reference text, p_key uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_today date := (select (now() at time zone t.time_zone)::date from public.territories t where t.id = p_territory_id);
  v_keys text[];
  v_due private.open_share[];
  v_refusal jsonb;
  v_done jsonb;
  v_made uuid[];
  v_payout uuid;
  one jsonb;
begin
  perform private.require_earner(p_territory_id);
  perform private.check_payout_selection(p_selection);
  perform private.check_payout_form(p_paid_on, p_reference, v_today);
  v_done := private.once(p_key, jsonb_build_array('pay_out', p_territory_id, p_selection, p_paid_on, private.trimmed(p_reference)));
  if v_done is not null then
    return v_done;
  end if;
  -- A territory makes one payout at a time, so that a concurrent one sees what the first has paid.
  perform pg_advisory_xact_lock(hashtextextended('pay_out:' || p_territory_id, 0));
  v_keys := array(select distinct (e ->> 'payee') || ' ' || (e ->> 'currency') from jsonb_array_elements(p_selection) e);
  perform private.lock_shares(array(
    select s.id from private.open_shares(private.open_share_ids(p_territory_id)) s
     where private.payee_key(s.party, s.payee_id, s.service_id) || ' ' || s.currency_code = any (v_keys)));
  v_due := array(
    select s from private.open_shares(private.open_share_ids(p_territory_id)) s
     where private.payee_key(s.party, s.payee_id, s.service_id) || ' ' || s.currency_code = any (v_keys) and private.is_payable(s));
  for one in select * from jsonb_array_elements(p_selection) loop
    v_refusal := private.selection_refusal(p_territory_id, one, private.chosen_shares(v_due, one));
    if v_refusal is not null then
      return v_refusal;
    end if;
    perform private.refuse_own_shares(array(select s.booking_id from unnest(private.chosen_shares(v_due, one)) s));
    perform private.refuse_own_payout(s.payee_id, p_territory_id) from unnest(private.chosen_shares(v_due, one)) s where s.party = 'partner';
  end loop;
  for one in select * from jsonb_array_elements(p_selection) loop
    v_payout := private.write_payout(private.chosen_shares(v_due, one), p_paid_on, private.trimmed(p_reference), false);
    v_made := v_made || v_payout;
    perform private.audit('payout_recorded', p_territory_id, 'payouts', v_payout::text, (
      select jsonb_build_object('amount', p.amount, 'currency', p.currency_code, 'bookings', p.lines, 'paid_on', p.paid_on, 'reference', p.reference)
        from public.payouts p where p.id = v_payout));
  end loop;
  return private.done(p_key, jsonb_build_object('outcome', 'paid', 'payouts', to_jsonb(v_made)));
end $$;

-- Raises 400 'invalid_input' for an invalid selection. Invalid lines must not count as missing, which would mean everything that is due.
create function private.check_payout_selection(p_selection jsonb)
returns void language plpgsql stable set search_path = '' as $$
declare
  one jsonb;
  v_as_of text;
begin
  if jsonb_typeof(p_selection) is distinct from 'array' or jsonb_array_length(p_selection) not between 1 and 200 then
    perform private.invalid('Please select who you have paid');
  end if;
  for one in select * from jsonb_array_elements(p_selection) loop
    v_as_of := private.input_text(one, 'as_of', 40);
    if private.input_text(one, 'payee', 100) is null or private.input_text(one, 'currency', 3) is null then
      perform private.invalid('Please select who you have paid');
    elsif one ? 'lines' and not private.is_text_list(one -> 'lines') then
      perform private.invalid('lines must be a list of texts');
    elsif v_as_of is null or v_as_of !~ '^[0-9]{4}-' or not pg_input_is_valid(v_as_of, 'timestamptz') then
      perform private.invalid('as_of is not a time');
    elsif v_as_of::timestamptz > now() then
      perform private.invalid('as_of is in the future');
    end if;
  end loop;
  if (select count(distinct (e ->> 'payee', e ->> 'currency')) < count(*) from jsonb_array_elements(p_selection) e) then
    perform private.invalid('A payee is selected twice');
  end if;
end $$;

create function private.is_text_list(p jsonb)
returns boolean language sql immutable set search_path = '' as $$
  select case jsonb_typeof(p) when 'array' then not exists (select 1 from jsonb_array_elements(p) e where jsonb_typeof(e) <> 'string') else false end
$$;

-- Raises 400 'invalid_input' for an invalid payment.
create function private.check_payout_form(p_paid_on date, p_reference text, p_today date)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_paid_on is null then
    perform private.invalid('Please enter the date of the payment');
  elsif p_paid_on > p_today then
    perform private.invalid('The date of the payment cannot be in the future');
  elsif p_paid_on < p_today - 366 then
    perform private.invalid('The date of the payment is more than a year ago');
  elsif coalesce(private.trimmed(p_reference), '') = '' then
    perform private.invalid('Please enter a reference');
  elsif length(private.trimmed(p_reference)) > 100 then
    perform private.invalid('The reference has more than 100 characters');
  end if;
end $$;

-- Returns the selected shares that are due, and always all amounts that must be returned.
create function private.chosen_shares(p_due private.open_share[], p_one jsonb)
returns private.open_share[] language sql immutable set search_path = '' as $$
  select array_agg(s order by s.id) from unnest(p_due) s
   where private.payee_key(s.party, s.payee_id, s.service_id) = p_one ->> 'payee' and s.currency_code = p_one ->> 'currency'
     and (s.amount < 0 or jsonb_typeof(p_one -> 'lines') is distinct from 'array' or p_one -> 'lines' ? (s.id || '.' || s.version))
$$;

-- Returns the version and time that identify what a manager has read of a payee.
create function private.shares_version(p_shares private.open_share[])
returns text language sql immutable set search_path = '' as $$
  select md5(string_agg(x.id || '.' || x.version, ',' order by x.id)) from unnest(p_shares) x
$$;

-- Returns why a selection can't be paid, as pay_out does, or null if it is unchanged. Raises 409 'payee_owes' if its sum isn't positive, because an
-- overpaid payee returns money first.
create function private.selection_refusal(p_territory_id text, p_one jsonb, p_shares private.open_share[])
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_same boolean;
  v_by record;
begin
  if jsonb_typeof(p_one -> 'lines') = 'array' then
    v_same := cardinality(p_shares) = jsonb_array_length(p_one -> 'lines')
      and (select bool_and(p_one -> 'lines' ? (x.id || '.' || x.version)) from unnest(p_shares) x);
  else
    v_same := private.shares_version(p_shares) = p_one ->> 'version';
  end if;
  if coalesce(v_same, false) then
    if (select sum(x.amount) from unnest(p_shares) x) <= 0 then
      perform private.fail(409, 'payee_owes', 'We''ve paid this person more than they''ve earned. We''ll deduct the difference from their next earnings.');
    end if;
    return null;
  end if;
  select coalesce(nullif(c.full_name, ''), c.email) as name, p.created_at into v_by
    from public.payouts p left join public.profiles c on c.id = p.created_by
   where p.territory_id = p_territory_id and p.reverses is null and p.currency_code = p_one ->> 'currency'
     and private.payee_key(p.party, p.payee_id, p.service_id) = p_one ->> 'payee' and p.created_at >= (p_one ->> 'as_of')::timestamptz
   order by p.created_at desc limit 1;
  if found then
    return jsonb_build_object('outcome', 'taken', 'payee', p_one ->> 'payee', 'by', v_by.name, 'at', v_by.created_at);
  end if;
  return jsonb_build_object('outcome', 'changed', 'payee', p_one ->> 'payee');
end $$;

-- Reverses what is left of a payout (or with p_share_id one line) as a new entry, so that its shares are open again. Returns the entry's id, or null
-- if nothing is left. The caller has locked the shares.
create function private.write_reversal(p_payout_id uuid, p_reason text, p_share_id bigint default null)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  p public.payouts;
  v_lines bigint[];
  v_shares bigint[];
  v_entry uuid;
begin
  select * into p from public.payouts x where x.id = p_payout_id;
  select array_agg(l.id), array_agg(l.share_id) into v_lines, v_shares from public.payout_lines l
   where l.payout_id = p.id and (p_share_id is null or l.share_id = p_share_id)
     and not exists (select 1 from public.payout_lines r where r.reverses = l.id);
  if v_lines is null then
    return null;
  elsif not p.marked then
    perform private.limit_payee_entries(p.territory_id, p.payee_id);
  end if;
  insert into public.payouts (territory_id, party, payee_id, service_id, currency_code, amount, lines, paid_on, reference, reverses, reason, created_by)
  select p.territory_id, p.party, p.payee_id, p.service_id, p.currency_code, -sum(l.amount), count(*),
         (select (now() at time zone t.time_zone)::date from public.territories t where t.id = p.territory_id), p.reference, p.id, p_reason, auth.uid()
    from public.payout_lines l where l.id = any (v_lines)
  returning id into v_entry;
  insert into public.payout_lines (payout_id, share_id, booking_id, territory_id, payee_id, amount, turn, reverses)
  select v_entry, l.share_id, l.booking_id, l.territory_id, l.payee_id, -l.amount, l.turn, l.id
    from public.payout_lines l where l.id = any (v_lines) order by l.id;
  update private.shares s
     set paid = s.paid - l.amount, version = s.version + 1, payout_id = (
           select x.payout_id from public.payout_lines x
            where x.share_id = s.id and x.reverses is null and not exists (select 1 from public.payout_lines r where r.reverses = x.id)
            order by x.id desc limit 1)
    from public.payout_lines l where l.id = any (v_lines) and s.id = l.share_id;
  perform private.set_share_status(array(
    select s.booking_id from private.shares s where s.id = any (v_shares) and s.paid <= 0), p.party, 'pending');
  perform private.tell_of_payout(v_entry);
  return v_entry;
end $$;

-- Returns a reason as it is stored. Raises 400 'invalid_input' if it is missing or too long, and 'line_not_plain'.
create function private.read_reversal_reason(p_reason text)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_reason text := private.trimmed(private.check_text(p_reason, 'reason'));
begin
  if coalesce(v_reason, '') = '' then
    perform private.invalid('Please say why');
  elsif length(v_reason) > 300 then
    perform private.invalid('The reason has more than 300 characters');
  end if;
  return v_reason;
end $$;

-- Reverses a mistaken payout with a reason. It adds an entry and deletes nothing. For managers of the territory and admins. Raises 403 'forbidden',
-- 'own_booking_share' and 'own_payout', 400 'invalid_input' without a reason, and 409 'payout_reversed' if nothing is left of it. Returns {id} of the
-- entry. Locks as
-- lock_shares does.
create function public.reverse_payout(p_payout_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  p public.payouts;
  v_reason text;
  v_entry uuid;
begin
  select * into p from public.payouts x where x.id = p_payout_id;
  perform private.require_earner(p.territory_id);
  v_reason := private.read_reversal_reason(p_reason);
  perform private.refuse_own_shares(array(select l.booking_id from public.payout_lines l where l.payout_id = p.id));
  perform private.refuse_own_payout(case when p.party = 'partner' then p.payee_id end, p.territory_id);
  perform pg_advisory_xact_lock(hashtextextended('pay_out:' || p.territory_id, 0));
  perform private.lock_shares(array(select l.share_id from public.payout_lines l where l.payout_id = p.id));
  v_entry := case when p.reverses is null then private.write_reversal(p.id, v_reason) end;
  if v_entry is null then
    perform private.fail(409, 'payout_reversed', 'This payout was already reversed.');
  end if;
  perform private.audit('payout_reversed', p.territory_id, 'payouts', p.id::text, jsonb_build_object('amount', p.amount, 'currency',
    p.currency_code, 'reference', p.reference, 'reason', v_reason));
  return jsonb_build_object('id', v_entry);
end $$;

-- Sets the payout status of one party's share of a booking in the list of transactions, for admins and managers of the territory. 'paid' creates a
-- payout of one share, with the date and reference of the payment. Another status reverses it, cancels the share or makes it due again, with a reason.
-- The share can only be paid while the ledger owes it, once the trip has begun. Raises 403 'forbidden', 'own_booking_share' and 'own_commission', 404 'booking_not_found', 400
-- 'invalid_input', 409 as pay_one_share does, and 429 as limit_changes does. Locks as lock_booking does.
create function public.set_payout_status(p_booking_id uuid, p_party text, p_status text, p_paid_on date default null,
  p_reference text default null, p_reason text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
  s private.shares;
  v_was text;
  v_reason text;
begin
  perform private.require_earner(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  perform private.refuse_own_shares(array[b.id]);
  if p_party is null or p_party not in ('operator', 'territory', 'partner') or p_status is null or p_status not in ('pending', 'paid', 'cancelled') then
    perform private.invalid('This payout status does not exist');
  end if;
  perform private.refuse_own_commission(b.id);
  perform pg_advisory_xact_lock(hashtextextended('pay_out:' || b.territory_id, 0));
  -- The lock makes a concurrent refund or dispute come before or after, but not in between.
  b := private.lock_booking(p_booking_id);
  select * into s from private.shares x where x.booking_id = b.id and x.party = p_party for update;
  perform private.limit_changes('payout_mark', array['set_payout_status'], b.id::text);
  if p_status = 'paid' then
    perform private.pay_one_share(b, s, p_paid_on, p_reference);
  else
    select case p_party when 'operator' then x.operator_status when 'territory' then x.territory_status else x.partner_status end into v_was
      from public.bookings x where x.id = b.id;
    if v_was <> p_status or exists (select 1 from public.payout_lines l where l.share_id = s.id and l.reverses is null
        and not exists (select 1 from public.payout_lines r where r.reverses = l.id)) then
      v_reason := private.read_reversal_reason(p_reason);
    end if;
    perform private.write_reversal(x.payout_id, v_reason, s.id)
       from (select distinct l.payout_id from public.payout_lines l where l.share_id = s.id and l.reverses is null) x;
    perform private.set_share_status(array[b.id], p_party, p_status);
  end if;
  perform private.audit_booking('set_payout_status', b, jsonb_strip_nulls(jsonb_build_object('party', p_party, 'status', p_status,
    'reason', v_reason)));
  return private.booking_state_json(p_booking_id) || jsonb_build_object('party', p_party, 'payout_status', p_status);
end $$;

-- Creates a payout of one share, unless it was already paid on that day with that reference. Raises 409 'already_paid', 'payment_disputed',
-- 'refund_on_its_way', 'trip_ahead', and 'nothing_owed' if the ledger has nothing for the party. The caller has locked the booking and the share.
create function private.pay_one_share(b private.booking_facts, s private.shares, p_paid_on date, p_reference text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_today date := (select (now() at time zone t.time_zone)::date from public.territories t where t.id = b.territory_id);
  v_share private.open_share;
begin
  perform private.check_payout_form(p_paid_on, p_reference, v_today);
  perform private.refuse_disputed(b.id);
  if s.id is null or s.earned <= 0 then
    perform private.fail(409, 'nothing_owed', 'We don''t owe anyone for this booking, so you can''t mark a share as paid.');
  elsif s.paid > 0 then
    -- A repeat isn't a second payment, and later refunds are lines of the next payout.
    if not exists (select 1 from public.payout_lines l join public.payouts p on p.id = l.payout_id
                    where l.share_id = s.id and p.reverses is null and (p.paid_on, p.reference) = (p_paid_on, private.trimmed(p_reference))
                      and not exists (select 1 from public.payout_lines r where r.reverses = l.id)) then
      perform private.fail(409, 'already_paid', 'This share has already been paid');
    end if;
    return;
  end if;
  perform private.set_share_status(array[b.id], s.party, 'pending'); -- it may have been cancelled manually
  select x.* into v_share from private.open_shares(array[s.id]) x;
  if v_share.held then
    perform private.fail(409, 'refund_on_its_way', 'We''re refunding this booking. You can pay its share once the refund is done.');
  elsif not v_share.past then
    perform private.fail(409, 'trip_ahead', 'This trip hasn''t started yet. You can pay this share once the trip has started.');
  end if;
  perform private.write_payout(array[v_share], p_paid_on, private.trimmed(p_reference), true);
end $$;
