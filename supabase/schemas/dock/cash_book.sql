-- The cash book of each person who takes cash: received, refunded, handed over to the desk, and still held (docs/decisions/0063). It is append-only,
-- and another row reverses a mistake. Amounts keep their currency and territory.

-- A handover: a person declares an amount, and the desk counts and confirms it. If it is negative, the desk owes the amount to them, because they
-- refunded guests with their own money.
create table public.cash_handovers (
  id uuid primary key default gen_random_uuid(),
  person_id uuid references public.profiles (id) on delete set null
    constraint cash_handovers_person_card_fkey references public.profile_cards (id) on delete set null,
  territory_id text not null references public.territories (id),
  currency_code text not null references public.currencies (code),
  declared numeric(12, 2) not null check (declared <> 0 and declared <> 'NaN'),
  state text not null default 'open' check (state in ('open', 'confirmed', 'withdrawn', 'reversed')),
  created_at timestamptz not null default now(),
  counted numeric(12, 2) check (counted <> 'NaN'),
  difference numeric(12, 2) generated always as (counted - declared) stored check (difference <> 'NaN'),
  reason text check (length(reason) between 1 and 300), -- why the counted amount differs
  confirmed_by uuid references public.profiles (id) on delete set null
    constraint cash_handovers_confirmed_card_fkey references public.profile_cards (id) on delete set null,
  ended_at timestamptz,
  check ((state in ('confirmed', 'reversed')) = (counted is not null) and (state = 'open') = (ended_at is null)),
  check (counted = 0 or sign(counted) = sign(declared)),
  check (counted is null or counted = declared or reason is not null),
  check (confirmed_by is null or confirmed_by is distinct from person_id)
);
create trigger cash_handovers_texts before insert or update of reason on public.cash_handovers
  for each row execute function private.check_texts('reason');
create index cash_handovers_person_idx on public.cash_handovers (person_id);
create unique index cash_handovers_open_idx on public.cash_handovers (person_id, territory_id, currency_code) where state = 'open';
create index cash_handovers_territory_idx on public.cash_handovers (territory_id, created_at desc);
create index cash_handovers_currency_idx on public.cash_handovers (currency_code);
create index cash_handovers_confirmed_by_idx on public.cash_handovers (confirmed_by) where confirmed_by is not null;
alter table public.cash_handovers enable row level security;
grant select on public.cash_handovers to authenticated;
grant all on public.cash_handovers to service_role;

-- Everyone reads their own handovers, and staff those of the territory's people. Shuttle managers read only what cash_books returns.
create policy cash_handovers_select on public.cash_handovers for select to authenticated
  using ((person_id = (select private.live_user()))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));

-- Prevents changes of a confirmed handover and its counted amount. Deleting an account removes only its name.
create function private.guard_handover()
returns trigger language plpgsql set search_path = '' as $$
begin
  if (old.state, new.state) in (('open', 'confirmed'), ('open', 'withdrawn'), ('confirmed', 'reversed')) then
    if (new.territory_id, new.currency_code, new.declared, new.created_at) is distinct from
       (old.territory_id, old.currency_code, old.declared, old.created_at)
       or (old.state = 'confirmed' and (new.counted, new.reason, new.confirmed_by, new.person_id) is distinct from (old.counted, old.reason, old.confirmed_by, old.person_id)) then
      raise exception 'a handing over of cash is not edited';
    end if;
  elsif to_jsonb(new) - '{person_id,confirmed_by}'::text[] is distinct from to_jsonb(old) - '{person_id,confirmed_by}'::text[]
     or coalesce(new.person_id, old.person_id) is distinct from old.person_id or coalesce(new.confirmed_by, old.confirmed_by) is distinct from old.confirmed_by then
    raise exception 'a handing over of cash is not edited';
  end if;
  return new;
end $$;
create trigger cash_handovers_guard before update on public.cash_handovers for each row execute function private.guard_handover();

create table public.cash_entries (
  id bigint generated always as identity primary key,
  person_id uuid references public.profiles (id) on delete set null
    constraint cash_entries_person_card_fkey references public.profile_cards (id) on delete set null,
  territory_id text not null references public.territories (id),
  -- 'taken': cash of a booking. 'undone': the cash was not taken after all. 'returned': refunded to a guest. 'handed_over': counted by the desk.
  -- 'reversed': the handover was a mistake.
  kind text not null check (kind in ('taken', 'undone', 'returned', 'handed_over', 'reversed')),
  amount numeric(12, 2) not null check (amount <> 'NaN'),
  currency_code text not null references public.currencies (code),
  booking_id uuid references public.bookings (id),
  handover_id uuid references public.cash_handovers (id),
  created_at timestamptz not null default now(),
  check ((booking_id is not null) = (kind in ('taken', 'undone', 'returned'))),
  check ((handover_id is not null) = (kind in ('handed_over', 'reversed'))),
  check (case kind when 'taken' then amount >= 0 when 'undone' then amount <= 0 when 'returned' then amount <= 0 else true end)
);
create index cash_entries_person_idx on public.cash_entries (person_id, territory_id, currency_code, created_at);
create index cash_entries_territory_idx on public.cash_entries (territory_id, created_at);
create index cash_entries_booking_idx on public.cash_entries (booking_id) where booking_id is not null;
create unique index cash_entries_handover_idx on public.cash_entries (handover_id, kind) where handover_id is not null;
create index cash_entries_currency_idx on public.cash_entries (currency_code);
alter table public.cash_entries enable row level security;
grant select on public.cash_entries to authenticated;
grant all on public.cash_entries to service_role;
grant all on sequence public.cash_entries_id_seq to service_role;

create policy cash_entries_select on public.cash_entries for select to authenticated
  using ((person_id = (select private.live_user()))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));

-- Returns whether the caller may count a person's cash. A territory's team may count everyone's. Its shuttle managers may count only that of people
-- whose cash comes only from transport, because they may not read what guests pay for experiences.
create function private.counts_cash_of(p_territory_id text, p_person_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.runs_territory(p_territory_id)
    or (p_person_id is not null and private.runs_drivers(p_territory_id) and not exists (
      select 1 from public.cash_entries e join public.bookings b on b.id = e.booking_id
       where e.person_id = p_person_id and e.territory_id = p_territory_id and b.kind = 'experience'))
$$;

-- Returns the people who are notified when someone hands cash over: those who may count it and have the page for it, except that person.
create function private.cash_counters(p_territory_id text, p_person_id uuid)
returns setof uuid language sql stable security definer set search_path = '' as $$
  select distinct g.user_id from private.live_grants g
  where g.territory_id = p_territory_id and g.user_id <> p_person_id
    and (g.role in ('territory_manager', 'territory_staff')
      or (g.role = 'shuttle_manager' and not exists (
        select 1 from public.cash_entries e join public.bookings b on b.id = e.booking_id
         where e.person_id = p_person_id and e.territory_id = p_territory_id and b.kind = 'experience')))
$$;

-- Keeps the cash book append-only for all roles. Only the name of a deleted account is removed.
create function private.guard_cash_entry()
returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.person_id is not null or to_jsonb(new) - 'person_id' is distinct from to_jsonb(old) - 'person_id' then
    raise exception 'the cash book is append-only';
  end if;
  return new;
end $$;
create trigger cash_entries_guard before update or delete on public.cash_entries for each row execute function private.guard_cash_entry();

-- Records a booking's cash in a person's book. Nothing is recorded without a person (an import, or a card). The caller writes the payment's own rows
-- and has locked the payment.
create function private.write_cash_entry(b private.booking_facts, p_kind text, p_person_id uuid, p_amount numeric)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_person_id is null or b.payment_method <> 'cash' then
    return;
  end if;
  insert into public.cash_entries (person_id, territory_id, kind, amount, currency_code, booking_id)
  values (p_person_id, b.territory_id, p_kind, p_amount, b.currency_code, b.id);
  perform private.send_cash(p_person_id, b.territory_id);
end $$;

-- Reloads the person's own page and those of the desk.
create function private.send_cash(p_person_id uuid, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'cash', 'user:' || p_person_id, true) where p_person_id is not null;
  perform realtime.send('{}', 'cash', private.topic_of(p_territory_id), true);
end $$;

-- Returns a person's cash in a currency and territory.
create function private.open_cash(p_person_id uuid, p_territory_id text, p_currency text)
returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum(e.amount), 0) from public.cash_entries e
   where e.person_id = p_person_id and e.territory_id = p_territory_id and e.currency_code = p_currency
$$;

create function private.handover_json(h public.cash_handovers)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('handover_id', h.id, 'person_id', h.person_id, 'person', (select p.full_name from public.profiles p where p.id = h.person_id),
    'territory_id', h.territory_id, 'currency_code', h.currency_code, 'currency_symbol', private.currency_symbol(h.currency_code), 'declared', h.declared,
    'state', h.state, 'counted', h.counted, 'difference', h.difference, 'reason', h.reason, 'created_at', h.created_at, 'ended_at', h.ended_at,
    'confirmed_by', (select p.full_name from public.profiles p where p.id = h.confirmed_by))
$$;

-- Returns the sums of a cash book by territory and currency: the cash to hand over, and today's amounts in the territory's time zone. open_handover
-- is the handover that waits for the desk.
create function private.cash_sums(p_person_id uuid, p_territories text[])
returns table (person_id uuid, territory_id text, currency_code text, open numeric, taken_today numeric, handed_today numeric, last_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.person_id, e.territory_id, e.currency_code, sum(e.amount),
         coalesce(sum(e.amount) filter (where e.kind in ('taken', 'undone', 'returned') and x.today), 0),
         coalesce(-sum(e.amount) filter (where e.kind in ('handed_over', 'reversed') and x.today), 0), max(e.created_at)
    from public.cash_entries e
    join public.territories t on t.id = e.territory_id
   cross join lateral (select (e.created_at at time zone t.time_zone)::date = (now() at time zone t.time_zone)::date as today) x
   where e.person_id is not null and (p_person_id is null or e.person_id = p_person_id) and (p_territories is null or e.territory_id = any (p_territories))
   group by 1, 2, 3
$$;

-- Returns the caller's own book: {sums: [{territory_id, territory_name, names, time_zone, currency_code, currency_symbol, open, taken_today,
-- handed_today, handover}], entries: the newest 200}. p_days is how many days back the entries go, from 1 to 400.
create function public.my_cash_book(p_days int default 7)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
begin
  if not private.session_lives() then
    perform private.fail(401, 'not_signed_in', 'Please log in to continue');
  end if;
  return private.cash_book_json(v_user, null, p_days);
end $$;

create function private.cash_book_json(p_person_id uuid, p_territory_id text, p_days int)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sums', (select coalesce(jsonb_agg(to_jsonb(s) - '{person_id,last_at}'::text[] || jsonb_build_object('currency_symbol', private.currency_symbol(s.currency_code),
        'territory_name', t.name, 'names', t.names, 'time_zone', t.time_zone, 'handover', (
          select private.handover_json(h) from public.cash_handovers h
           where h.person_id = s.person_id and h.territory_id = s.territory_id and h.currency_code = s.currency_code and h.state = 'open'))
        order by t.name, s.currency_code), '[]')
        from private.cash_sums(p_person_id, case when p_territory_id is not null then array[p_territory_id] end) s
        join public.territories t on t.id = s.territory_id),
    'entries', (select coalesce(jsonb_agg(x.entry order by x.at desc, x.id desc), '[]') from (
      select e.id, x.at, jsonb_build_object('id', e.id, 'at', x.at, 'kind', e.kind, 'amount', e.amount, 'currency_code', e.currency_code,
        'currency_symbol', private.currency_symbol(e.currency_code), 'territory_id', e.territory_id, 'time_zone', t.time_zone,
        'title', b.title, 'titles', b.titles, 'people', b.num_people, 'walk_in', coalesce(b.walk_in, false),
        'guest', coalesce((select p.full_name from public.profiles p where p.id = b.tourist_id), b.guest_name),
        'confirmed_by', (select p.full_name from public.profiles p where p.id = h.confirmed_by), 'declared', h.declared, 'reason', h.reason,
        'handover_id', h.id, 'handover_state', h.state) as entry
        from public.cash_entries e
        join public.territories t on t.id = e.territory_id
        left join lateral (select f.* from private.booking_facts f where f.id = e.booking_id offset 0) b on true
        left join public.cash_handovers h on h.id = e.handover_id
        -- The cash of the sale itself, and not what is received later, such as at the check-in.
        left join private.dock_sales s on s.hold_id = b.hold_id and e.kind = 'taken' and e.created_at = s.created_at
       cross join lateral (select coalesce(s.sold_at, e.created_at) as at) x
       where e.person_id = p_person_id and (p_territory_id is null or e.territory_id = p_territory_id)
         and e.created_at > now() - least(greatest(coalesce(p_days, 7), 1), 400) * interval '1 day'
       order by x.at desc, e.id desc limit 200) x))
$$;

-- Declares a handover by the caller, who is responsible for the cash until the desk has counted it. A repeated key returns the same handover. Raises
-- 400 'invalid_input' for an amount that they don't hold, 409 'handover_open' if another is already waiting, and what once raises. Locks the caller.
create function public.hand_over_cash(p_territory_id text, p_currency_code text, p_amount numeric, p_idempotency_key uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  v_done jsonb := private.once(p_idempotency_key, jsonb_build_array('hand_over_cash', p_territory_id, p_currency_code, p_amount));
  v_open numeric;
  h public.cash_handovers;
begin
  if v_done is not null then
    select * into h from public.cash_handovers x where x.id = (v_done ->> 'handover')::uuid;
    return private.handover_json(h);
  end if;
  v_open := private.open_cash(v_user, p_territory_id, p_currency_code);
  if v_open = 0 or p_amount is null or p_amount = 'NaN' or sign(p_amount) <> sign(v_open) or abs(p_amount) > abs(v_open)
     or p_amount <> round(p_amount, private.currency_exponent(p_currency_code)) then
    perform private.invalid('Please enter an amount you have in cash');
  elsif exists (select 1 from public.cash_handovers x
                 where x.person_id = v_user and x.territory_id = p_territory_id and x.currency_code = p_currency_code and x.state = 'open') then
    perform private.fail(409, 'handover_open', 'The desk hasn''t counted your last cash handover yet.');
  end if;
  insert into public.cash_handovers (person_id, territory_id, currency_code, declared)
  values (v_user, p_territory_id, p_currency_code, p_amount) returning * into h;
  perform private.done(p_idempotency_key, jsonb_build_object('handover', h.id));
  perform private.audit('hand_over_cash', h.territory_id, 'cash_handovers', h.id::text,
    jsonb_build_object('amount', h.declared, 'currency_code', h.currency_code));
  perform private.send_cash(v_user, p_territory_id);
  perform private.notify_all(array(select c from private.cash_counters(p_territory_id, v_user) c), 'cash_handover', 'cash_brought',
    private.money_params(h.declared, h.currency_code) || jsonb_build_object(
      'name', (select nullif(btrim(p.full_name), '') from public.profiles p where p.id = v_user)),
    p_territory_id, 'handover:' || h.id);
  return private.handover_json(h);
end $$;

-- Withdraws a handover that wasn't counted yet. Repeating it returns the same result. Raises 404 'handover_not_found' and 409 'handover_ended'. Locks
-- it.
create function public.withdraw_handover(p_handover_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  h public.cash_handovers;
begin
  select * into h from public.cash_handovers x where x.id = p_handover_id and x.person_id = v_user for update;
  if h.id is null or not private.session_lives() then
    perform private.fail(404, 'handover_not_found', 'We couldn''t find this handover.');
  elsif h.state not in ('open', 'withdrawn') then
    perform private.fail(409, 'handover_ended', 'Someone has already counted or withdrawn this handover.');
  elsif h.state = 'open' then
    update public.cash_handovers x set state = 'withdrawn', ended_at = now() where x.id = h.id returning * into h;
    perform private.rewrite_notices('handover:' || h.id, null);
    perform private.send_cash(v_user, h.territory_id);
  end if;
  return private.handover_json(h);
end $$;

-- Returns a handover that the caller can confirm (counts_cash_of, and never their own), locked. Raises 404 'handover_not_found' and 403
-- 'own_handover'.
create function private.lock_handover(p_handover_id uuid)
returns public.cash_handovers language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  h public.cash_handovers;
begin
  select * into h from public.cash_handovers x where x.id = p_handover_id for update;
  if h.id is null or not private.counts_cash_of(h.territory_id, h.person_id) then
    perform private.fail(404, 'handover_not_found', 'We couldn''t find this handover.');
  elsif h.person_id is not distinct from v_user then
    perform private.fail(403, 'own_handover', 'Someone else has to count the cash you hand over.');
  end if;
  return h;
end $$;

-- Records the desk's count: that amount is handed over, and a missing amount is still owed. p_reason explains a difference. Repeating the same count
-- returns the same result. Raises what lock_handover does, 400 'invalid_input' and 'reason_required', and 409 'handover_ended'. Locks it.
create function public.confirm_handover(p_handover_id uuid, p_counted numeric, p_reason text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  h public.cash_handovers := private.lock_handover(p_handover_id);
  v_reason text := nullif(private.trimmed(p_reason), '');
begin
  if h.state = 'confirmed' and h.confirmed_by = auth.uid() and h.counted = p_counted then
    return private.handover_json(h);
  elsif h.state <> 'open' then
    perform private.fail(409, 'handover_ended', 'Someone has already counted or withdrawn this handover.');
  elsif p_counted is null or p_counted = 'NaN' or abs(p_counted) > 1e9 or (p_counted <> 0 and sign(p_counted) <> sign(h.declared))
        or p_counted <> round(p_counted, private.currency_exponent(h.currency_code))
        -- The count may be higher than declared, but not higher than what they have, which would be a debt of the desk.
        or abs(p_counted) > greatest(abs(h.declared), abs(private.open_cash(h.person_id, h.territory_id, h.currency_code))) then
    perform private.invalid('Please enter the amount that you counted');
  elsif p_counted <> h.declared and v_reason is null then
    perform private.fail(400, 'reason_required', 'Please say why the amount differs');
  elsif length(v_reason) > 300 then
    perform private.invalid('The reason has more than 300 characters');
  end if;
  update public.cash_handovers x
     set state = 'confirmed', counted = p_counted, reason = case when p_counted <> h.declared then v_reason end, confirmed_by = auth.uid(), ended_at = now()
   where x.id = h.id returning * into h;
  insert into public.cash_entries (person_id, territory_id, kind, amount, currency_code, handover_id)
  values (h.person_id, h.territory_id, 'handed_over', -h.counted, h.currency_code, h.id);
  -- The others have nothing left to count, so their notices are read.
  update public.notifications n set read = true where n.about = 'handover:' || h.id and not n.read;
  perform private.audit('confirm_handover', h.territory_id, 'cash_handovers', h.id::text, jsonb_strip_nulls(jsonb_build_object(
    'declared', h.declared, 'counted', h.counted, 'currency_code', h.currency_code, 'reason', h.reason)));
  perform private.send_cash(h.person_id, h.territory_id);
  return private.handover_json(h);
end $$;

-- Reverses a handover confirmed by mistake. A new row with a reason returns the cash to the person. For the territory's team. Repeating it returns
-- the same result. Raises what lock_handover does, 403 'forbidden', 400 'reason_required' and 'invalid_input', and 409 'handover_ended'. Locks it.
create function public.reverse_handover(p_handover_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  h public.cash_handovers := private.lock_handover(p_handover_id);
  v_reason text := nullif(private.trimmed(p_reason), '');
begin
  if not private.runs_territory(h.territory_id) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  elsif h.state = 'reversed' then
    return private.handover_json(h);
  elsif h.state <> 'confirmed' then
    perform private.fail(409, 'handover_ended', 'Someone has already counted or withdrawn this handover.');
  elsif v_reason is null then
    perform private.fail(400, 'reason_required', 'Please say why the amount differs');
  elsif length(v_reason) > 300 then
    perform private.invalid('The reason has more than 300 characters');
  end if;
  v_reason := private.check_text(v_reason);
  update public.cash_handovers x set state = 'reversed' where x.id = h.id returning * into h;
  insert into public.cash_entries (person_id, territory_id, kind, amount, currency_code, handover_id)
  values (h.person_id, h.territory_id, 'reversed', h.counted, h.currency_code, h.id);
  perform private.audit('reverse_handover', h.territory_id, 'cash_handovers', h.id::text,
    jsonb_build_object('counted', h.counted, 'currency_code', h.currency_code, 'reason', v_reason));
  perform private.send_cash(h.person_id, h.territory_id);
  return private.handover_json(h);
end $$;

-- Returns the desk's overview, {books: [...], counted: [handover_json]}: who holds how much, waiting handovers first, and what was counted since
-- yesterday. People without cash and without entries today are left out. Raises 403 'forbidden'.
create function public.cash_books(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_driver_manager(p_territory_id);
  return jsonb_build_object(
    'books', (select coalesce(jsonb_agg(x.book order by x.waits desc, x.person, x.currency_code), '[]') from (
      select h.id is not null as waits, p.full_name as person, s.currency_code, to_jsonb(s) || jsonb_build_object('person', p.full_name,
        'currency_symbol', private.currency_symbol(s.currency_code), 'mine', s.person_id = auth.uid(),
        'handover', case when h.id is not null then private.handover_json(h) end) as book
        from private.cash_sums(null, array[p_territory_id]) s
        join public.profiles p on p.id = s.person_id
        left join public.cash_handovers h on h.person_id = s.person_id and h.territory_id = s.territory_id and h.currency_code = s.currency_code
          and h.state = 'open'
       where (s.open <> 0 or s.taken_today <> 0 or s.handed_today <> 0 or h.id is not null)
         and private.counts_cash_of(s.territory_id, s.person_id)) x),
    'counted', (select coalesce(jsonb_agg(private.handover_json(h) order by h.ended_at desc, h.id), '[]') from (
      select * from public.cash_handovers y
       where y.territory_id = p_territory_id and y.state in ('confirmed', 'reversed') and y.ended_at > now() - interval '36 hours'
         and private.counts_cash_of(y.territory_id, y.person_id)
       order by y.ended_at desc limit 100) h));
end $$;

-- Returns a person's cash book in a territory, for its desk. Raises 403 'forbidden'.
create function public.cash_book_of(p_territory_id text, p_user_id uuid, p_days int default 7)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.counts_cash_of(p_territory_id, p_user_id) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  return private.cash_book_json(p_user_id, p_territory_id, p_days);
end $$;

-- Checks the cash books against the payments, and the confirmed counts against the cash books.
create function private.check_cash()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with books as (
    select e.booking_id as id, sum(e.amount) as amount from public.cash_entries e
     where e.booking_id is not null group by 1),
  paid as (
    select p.booking_id as id, bool_or(p.received_by is not null) as known,
           private.from_minor(sum(p.captured_minor - p.refunded_minor), upper(max(p.currency))) as amount
      from private.charges p where p.method = 'cash' and p.booking_id is not null group by 1)
  select 'the cash books have the cash that was received', coalesce(b.id, p.id)::text, coalesce(p.amount, 0), coalesce(b.amount, 0)
    from books b full join paid p on p.id = b.id
   where coalesce(b.amount, 0) <> coalesce(p.amount, 0) and (p.known or exists (
     select 1 from public.cash_entries e where e.kind = 'taken' and e.booking_id = b.id))
  union all
  select 'a signed handover is in its book', h.id::text, x.expected, coalesce(-sum(e.amount), 0)
    from public.cash_handovers h
   cross join lateral (select case h.state when 'confirmed' then h.counted else 0 end as expected) x
    left join public.cash_entries e on e.handover_id = h.id
   group by h.id, x.expected having coalesce(-sum(e.amount), 0) <> x.expected
$$;
