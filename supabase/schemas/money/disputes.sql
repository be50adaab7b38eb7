-- Disputes, in which the guest's bank reverses a card payment. A dispute is recorded in the ledger, stops the booking's payouts, and must be answered
-- by a person in Stripe's dashboard. Its result is recorded too. Disputes are always read from Stripe, whatever an event contains, so repeated events
-- do no harm. Stripe's dispute fee isn't part of the booking's money.

create table private.disputes (
  stripe_id text primary key,
  payment_id uuid not null references private.payments (id),
  number int not null, -- the number among its booking's disputes, as in the ledger's 'dispute:<n>'
  amount_minor bigint not null check (amount_minor >= 0),
  status text not null, -- Stripe's
  reason text,
  answer_by timestamptz, -- Stripe's last day for evidence
  opened_at timestamptz not null default now(),
  returned_at timestamptz, -- when a won dispute returned the money
  closed_at timestamptz,
  unique (payment_id, number)
);
create index disputes_open_idx on private.disputes (opened_at) where closed_at is null;
alter table private.disputes enable row level security;
grant all on private.disputes to service_role;

-- What a bank has taken of each booking's part of a payment. It stays when a won dispute returned the money.
create table private.dispute_lines (
  stripe_id text not null references private.disputes (stripe_id) on delete cascade,
  line_id uuid not null references private.payment_lines (id) on delete cascade,
  taken_minor bigint not null check (taken_minor > 0),
  primary key (stripe_id, line_id)
);
create index dispute_lines_line_idx on private.dispute_lines (line_id);
alter table private.dispute_lines enable row level security;
grant all on private.dispute_lines to service_role;

-- Returns the progress of a dispute. Stripe's events may arrive out of order, so it never decreases. An inquiry (warning_…) takes no money, and may
-- become a dispute after it was closed. A bank may return the money of a lost one, but never takes that of a won one.
create function private.dispute_stage(p_status text)
returns int language sql immutable set search_path = '' as $$
  select case p_status when 'warning_needs_response' then 1 when 'warning_under_review' then 2 when 'warning_closed' then 3 when 'prevented' then 3
    when 'needs_response' then 4 when 'under_review' then 5 when 'lost' then 6 when 'won' then 7 else 0 end
$$;

-- Returns the number of the next dispute of a payment, which no other payment of its order has.
create function private.next_dispute(p_payment_id uuid)
returns int language sql stable security definer set search_path = '' as $$
  select 1 + count(*)::int from private.payments p
    join private.payments x on x.order_id = p.order_id
    join private.disputes y on y.payment_id = x.id
   where p.id = p_payment_id
$$;

-- Applies the disputes of a payment as Stripe has them: [{id, amount, status, reason, answer_by}]. The caller holds the payment's lock.
create function private.apply_disputes(p_payment_id uuid, p_disputes jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  r record;
  d private.disputes;
begin
  for r in
    select * from jsonb_to_recordset(p_disputes) x (id text, amount bigint, status text, reason text, answer_by timestamptz) order by x.id
  loop
    select * into d from private.disputes x where x.stripe_id = r.id;
    continue when found and private.dispute_stage(r.status) <= private.dispute_stage(d.status);
    insert into private.disputes as x (stripe_id, payment_id, number, amount_minor, status, reason, answer_by)
    values (r.id, p_payment_id, private.next_dispute(p_payment_id), r.amount, r.status, r.reason, r.answer_by)
    on conflict (stripe_id) do update set status = excluded.status, answer_by = excluded.answer_by,
      amount_minor = excluded.amount_minor;
    update private.disputes x set closed_at = case when x.status in ('warning_closed', 'prevented', 'lost', 'won') then now() end
     where x.stripe_id = r.id returning * into d;
    if d.status in ('needs_response', 'under_review', 'lost') and not exists (select 1 from private.dispute_lines l where l.stripe_id = d.stripe_id) then
      perform private.take_dispute(d);
    elsif d.status = 'won' and d.returned_at is null then
      perform private.return_dispute(d);
    end if;
    perform private.notify_dispute(d);
  end loop;
end $$;

-- Deducts the money that the bank has taken from the shares of the payment's bookings, as far as possible. The caller holds the payment's lock.
create function private.take_dispute(d private.disputes)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  r record;
begin
  insert into private.dispute_lines (stripe_id, line_id, taken_minor)
  select d.stripe_id, x.line_id, x.minor from private.divide_among_lines(d.payment_id, d.amount_minor) x
   where exists (select 1 from private.charges p where p.line_id = x.line_id and private.is_at_stripe(p));
  for r in
    update private.payment_lines l set disputed_minor = l.disputed_minor + x.taken_minor
      from private.dispute_lines x where x.stripe_id = d.stripe_id and l.id = x.line_id returning l.booking_id, x.taken_minor
  loop
    b := private.booking(r.booking_id);
    if exists (select 1 from private.ledger_balance(b.id)) then
      perform private.take_shares(b, r.taken_minor, 'dispute:' || d.number);
    end if;
    perform private.adjust_commission(b);
  end loop;
end $$;

-- Returns the money of a won dispute to the shares from which it was taken. The caller holds the payment's lock.
create function private.return_dispute(d private.disputes)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
begin
  for p in
    select c.* from private.charges c join private.dispute_lines x on x.line_id = c.line_id where x.stripe_id = d.stripe_id order by c.line_id
  loop
    perform private.put_shares_back(p, 'dispute:' || d.number, 'dispute-won:' || d.number);
    update private.payment_lines l set disputed_minor = l.disputed_minor - x.taken_minor
      from private.dispute_lines x where x.stripe_id = d.stripe_id and x.line_id = p.line_id and l.id = p.line_id;
    perform private.adjust_commission(private.booking(p.booking_id));
  end loop;
  if found then
    update private.disputes x set returned_at = now() where x.stripe_id = d.stripe_id;
  end if;
end $$;

-- Returns whether the booking's payment has an open dispute.
create function private.is_disputed(p_booking_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.disputes d where d.closed_at is null
     and d.payment_id in (select x.id from private.charges_of(p_booking_id) x))
$$;

-- Returns whether a bank has taken the payment's money and hasn't decided, during which Stripe makes no refunds. A promised refund waits. If the
-- dispute is won it is made, and if it is lost the bank has refunded the guest. During an inquiry refunds continue.
create function private.holds_refunds(p_payment_intent_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.disputes d join private.charges p on p.id = d.payment_id
     where p.payment_intent_id = p_payment_intent_id and d.status in ('needs_response', 'under_review') and d.closed_at is null)
$$;

-- Raises 409 'payment_disputed', because money that the guest's bank may keep isn't paid out.
create function private.refuse_disputed(p_booking_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_disputed(p_booking_id) then
    perform private.fail(409, 'payment_disputed', 'The guest''s bank is disputing this payment. Wait for the bank''s decision before you pay anyone.');
  end if;
end $$;

-- Returns the bookings for which a disputed payment was made.
create function private.disputed_bookings(d private.disputes)
returns setof private.booking_facts language sql stable security definer set search_path = '' as $$
  select f.* from private.charges c cross join lateral private.booking(c.booking_id) f where c.id = d.payment_id and c.booking_id is not null order by c.line_id
$$;

-- Logs each step in the audit log of each booking, and notifies its territory's managers of the beginning and the end. A manager of several of the
-- bookings is notified once.
create function private.notify_dispute(d private.disputes)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_state text := case when d.closed_at is null then 'open' else d.status end;
begin
  for b in select * from private.disputed_bookings(d) loop
    perform private.audit_booking('payment_disputed', b, jsonb_build_object('dispute', d.stripe_id, 'status', d.status,
      'amount', private.from_minor(d.amount_minor, b.currency_code), 'currency_code', b.currency_code));
    perform private.queue_notification(format('dispute:%s:%s:%s', d.stripe_id, v_state, x.user_id), x.user_id, 'payment_disputed', 'payment_disputed',
        private.booking_params(b) || private.money_params(private.from_minor(d.amount_minor, b.currency_code), b.currency_code) || jsonb_build_object('status', v_state), b)
      from (select distinct g.user_id from private.live_grants g where g.territory_id = b.territory_id and g.role = 'territory_manager') x;
  end loop;
end $$;

-- Returns a territory's chargebacks for its managers and admins, newest first, a page of at most 100, each with the first of its bookings there. The
-- page starts after the last one before. answer_by: Stripe's last day for evidence. closed_at: when the bank decided. Raises 403 'forbidden'.
create function public.territory_chargebacks(p_territory_id text, p_before timestamptz default null, p_before_id text default null, p_limit int default 50)
returns table (id text, booking_id uuid, title text, titles jsonb, booking_date date, guest_name text, amount numeric, currency_code text, status text,
  reason text, answer_by timestamptz, opened_at timestamptz, closed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select d.stripe_id, b.id, b.title, b.titles, b.booking_date, coalesce(t.full_name, b.guest_name), private.from_minor(d.amount_minor, b.currency_code),
         b.currency_code, d.status, d.reason, d.answer_by, d.opened_at, d.closed_at
    from private.disputes d
   cross join lateral (select * from private.disputed_bookings(d) x where x.territory_id = p_territory_id limit 1) b
    left join public.profiles t on t.id = b.tourist_id
   where (p_before is null or (d.opened_at, d.stripe_id) < (p_before, p_before_id))
   order by d.opened_at desc, d.stripe_id desc
   limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;

-- Returns what shows a bank that a disputed payment was agreed and its trip provided, for managers of its territory and admins: the chargeback as in
-- territory_chargebacks, the booking p_booking_id (null: the first one that the caller may see; `others` are those left, [{id, title, titles,
-- booking_date}])  and its cancellation policy, who paid (`payer`, null unless it was someone else), the check-in, when the booking
-- was cancelled, money ([{at, what, amount}], where `what` is the kind of the ledger's rows without its number), the emails that were sent to the guest or
-- the payer ([{at, template, recipient}]) and up to 500 messages ([{at, by_guest, name, text}]), all oldest first. `name` is null if the account was
-- deleted. Raises 404 'chargeback_not_found'.
create function public.chargeback_evidence(p_id text, p_booking_id uuid default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  d private.disputes;
  b private.booking_facts;
begin
  perform private.require_user();
  select * into d from private.disputes x where x.stripe_id = p_id;
  select * into b from private.disputed_bookings(d) x where x.id = coalesce(p_booking_id, x.id) and private.sees_shares(x.territory_id) limit 1;
  if b.id is null then
    perform private.fail(404, 'chargeback_not_found', 'We couldn''t find this chargeback');
  end if;
  return (
    select jsonb_build_object('id', d.stripe_id, 'amount', private.from_minor(d.amount_minor, b.currency_code), 'currency_code', b.currency_code,
      'currency_symbol', c.symbol, 'status', d.status, 'reason', d.reason, 'answer_by', d.answer_by, 'opened_at', d.opened_at, 'closed_at', d.closed_at,
      'payment_intent_id', (select x.payment_intent_id from private.payments x where x.id = d.payment_id),
      'booking_id', b.id, 'title', b.title, 'titles', b.titles, 'territory_name', r.name, 'territory_names', r.names -> 'name', 'time_zone', r.time_zone,
      'booking_date', b.booking_date, 'start_time', b.start_time, 'num_people', b.num_people, 'booked_at', x.created_at,
      'price', private.from_minor(private.worth_minor(b), b.currency_code), 'cancellation_policy', b.cancellation_policy,
      'guest_name', coalesce(t.full_name, b.guest_name), 'guest_email', t.email, 'whatsapp_number', b.whatsapp_number, 'country', b.country,
      'payer', case when b.paid_by_other then coalesce((select y.full_name from public.profiles y where y.id = b.payer_id), '') end,
      'checked_in_at', b.checked_in_at, 'checked_in_by', (select y.full_name from public.profile_cards y where y.id = b.checked_in_by),
      'arrived', private.people_here(b.check_in_status, b.arrived, b.num_people), 'no_show', b.check_in_status = 'no_show',
      'cancelled_at', case when not private.is_live(b.status) then (
        select max(e.created_at) from public.booking_events e where e.booking_id = b.id and e.to_status in ('cancelled', 'refunded')) end)
      || jsonb_build_object(
      'others', (
        select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'title', y.title, 'titles', y.titles, 'booking_date', y.booking_date)
                 order by y.booking_date, y.id), '[]')
          from private.disputed_bookings(d) y where y.id <> b.id and private.sees_shares(y.territory_id)),
      'money', (
        select coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'what', l.what, 'amount', l.amount) order by l.first), '[]')
          from (select split_part(y.kind, ':', 1) as what, min(y.created_at) as at, min(y.id) as first, sum(y.amount) as amount
                  from private.ledger y where y.booking_id = b.id and y.kind not like 'own-trip%' group by y.kind) l),
      'emails', (
        select coalesce(jsonb_agg(jsonb_build_object('at', o.sent_at, 'template', o.template, 'recipient', o.recipient) order by o.sent_at, o.id), '[]')
          from private.emails_of(b) o
         where o.state = 'sent' and o.recipient in (
           select y.email from public.profiles y where y.id in (b.tourist_id, b.payer_id) union all select y.recipient from private.dock_reader(b) y)),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object('at', m.created_at, 'by_guest', coalesce(m.sender_id = m.tourist_id, false), 'name', y.full_name,
                 'text', m.message) order by m.created_at, m.id), '[]')
          from (select * from public.messages z where z.booking_id = b.id order by z.created_at, z.id limit 500) m
          left join public.profile_cards y on y.id = m.sender_id))
      from public.bookings x
      join public.territories r on r.id = x.territory_id
      join public.currencies c on c.code = x.currency_code
      left join public.profiles t on t.id = b.tourist_id
     where x.id = b.id);
end $$;
