-- Ticket transfers. The holder invites an email address, and the booking belongs to the person who accepts through the emailed link. Until then
-- nothing changes. Afterwards the new holder decides about the booking, and the payment remains the payer's (docs/decisions/0059). Locks the acting
-- user (both when accepting, by id), then payment, departure, booking, transfer.

create table private.ticket_transfers (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  giver_id uuid references public.profiles (id) on delete set null,
  recipient_id uuid references public.profiles (id) on delete set null, -- the person who accepted
  -- The invited person, whose data is deleted a day after the end (end_ticket_transfers).
  email text not null,
  full_name text not null,
  -- 'withdrawn' by the sender, 'closed' because the booking ended.
  state text not null default 'open' check (state in ('open', 'accepted', 'withdrawn', 'expired', 'closed')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check (state = 'accepted' or recipient_id is null)
);
create unique index ticket_transfers_open_idx on private.ticket_transfers (booking_id) where state = 'open';
create index ticket_transfers_booking_idx on private.ticket_transfers (booking_id);
create index ticket_transfers_giver_idx on private.ticket_transfers (giver_id, created_at);
create index ticket_transfers_recipient_idx on private.ticket_transfers (recipient_id) where recipient_id is not null;
create index ticket_transfers_email_idx on private.ticket_transfers (email) where email <> '';
create index ticket_transfers_due_idx on private.ticket_transfers (expires_at) where state = 'open';
alter table private.ticket_transfers enable row level security;

create function private.open_transfer(b private.booking_facts)
returns private.ticket_transfers language sql stable security definer set search_path = '' as $$
  select t from private.ticket_transfers t
   where t.state = 'open' and t.booking_id = b.id
$$;

-- Returns a person's name as shown to people they know.
create function private.first_name(p_user_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select nullif(split_part(btrim(p.full_name), ' ', 1), '') from public.profiles p where p.id = p_user_id
$$;

-- Returns the amount still to pay in cash at the start of the trip, or null.
create function private.amount_due(b private.booking_facts)
returns numeric language sql stable security definer set search_path = '' as $$
  select case when private.is_cash_due(b.status, b.payment_method, b.payment_status, b.check_in_status) then private.price_of(b.id) end
$$;

-- Returns why a ticket can't be transferred now: 409 'booking_cancelled', 'departure_cancelled', 'departure_begun', 'offer_payment_in_progress' or
-- 'addition_open'. Returns null if it can.
create function private.refuse_transfer(b private.booking_facts)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_live(b.status) then
    return (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal;
  elsif private.is_cancelled_departure(b.departure_id) or private.has_open_offer(b) then
    return (409, 'departure_cancelled', 'This departure has been cancelled', null)::private.refusal;
  elsif b.check_in_status <> 'pending' or private.starts_at(b) <= now() then
    return (409, 'departure_begun', 'This departure has already started', null)::private.refusal;
  elsif b.payment_method = 'card' and not private.is_paid_for(b) then
    return (409, 'offer_payment_in_progress', 'Your payment is still being processed. Please try again in a minute.', null)::private.refusal;
  elsif (private.open_addition(b.id)).id is not null then
    return (409, 'addition_open', 'A change to this booking is being paid for right now', null)::private.refusal;
  end if;
  return null;
end $$;

-- Returns an invitation as its sender reads it.
create function private.transfer_json(t private.ticket_transfers)
returns jsonb language sql stable security definer set search_path = '' as $$
  select case when t.id is not null then jsonb_build_object('transfer_id', t.id, 'email', t.email, 'full_name', t.full_name, 'expires_at', t.expires_at) end
$$;

-- Returns what transferring the caller's ticket involves: {kind, booking_id, refusal: {code, message} or null, open: transfer_json or null,
-- expires_at, time_zone, paid, paid_by_other, payment_method, amount_due, currency_symbol, passport_required}. Raises what own_booking does.
create function public.ticket_transfer(p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
  r private.refusal := private.refuse_transfer(b);
begin
  return jsonb_build_object('kind', b.kind, 'booking_id', b.id,
    'refusal', case when r.code is not null then jsonb_build_object('code', r.code, 'message', r.message) end,
    'open', (select private.transfer_json(t) from private.open_transfer(b) t where t.expires_at > now()),
    'expires_at', private.transfer_until(b), 'time_zone', (select x.time_zone from public.territories x where x.id = b.territory_id),
    'paid', private.is_paid_for(b), 'paid_by_other', b.paid_by_other, 'payment_method', b.payment_method, 'amount_due', private.amount_due(b),
    'currency_symbol', private.currency_symbol(b.currency_code), 'passport_required', b.passport_required);
end $$;

-- Returns how long an invitation sent now can be accepted, which is some days and never past the departure.
create function private.transfer_until(b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select least(now() + private.limit_value('ticket_transfer.open_days') * interval '1 day', private.starts_at(b))
$$;

-- Invites someone to accept a ticket, for its holder, and returns transfer_json. Inviting the same address again returns the open invitation. Raises
-- what own_booking does, 400 'invalid_input', 'name_not_plain', 'name_not_person' and 'own_address', what refuse_transfer refuses, 409
-- 'transfer_open' while someone else is invited, and 429 'rate_limited'.
create function public.start_ticket_transfer(p_booking_id uuid, p_email text, p_full_name text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
  v_email text := lower(btrim(p_email));
  v_name text := private.input_text(jsonb_build_object('full_name', p_full_name), 'full_name', 60);
  t private.ticket_transfers;
begin
  if v_name is null then
    perform private.invalid('Please enter who gets the ticket');
  elsif not coalesce(private.is_email(v_email), false) then
    perform private.invalid('Please enter a valid email address');
  end if;
  -- The name is checked, because it appears in an email to a stranger.
  perform private.check_person_name(v_name, 'full_name');
  perform private.lock_user(b.tourist_id);
  perform private.lock_booking(p_booking_id);
  b := private.own_booking(p_booking_id);
  update private.ticket_transfers x set state = 'expired', ended_at = now()
   where x.state = 'open' and x.expires_at <= now() and x.booking_id = b.id;
  perform private.raise_refusal(r) from private.refuse_transfer(b) r where r.code is not null;
  t := private.open_transfer(b);
  if t.email = v_email then
    return private.transfer_json(t);
  elsif t.id is not null then
    perform private.fail(409, 'transfer_open', 'You''ve already offered this ticket to someone else. Withdraw that invitation first.');
  elsif v_email in (select lower(p.email) from public.profiles p where p.id = b.tourist_id) or v_email = private.confirmed_email(b.tourist_id) then
    perform private.fail(400, 'own_address', 'This is your own email address.');
  end if;
  perform private.limit_transfers(b.tourist_id, v_email);
  return private.transfer_json(private.invite_to_ticket(b, v_email, v_name));
end $$;

-- Limits emails to addresses that others have entered, to a few per sender and a few per address from all senders. The caller has locked the sender.
create function private.limit_transfers(p_giver_id uuid, p_email text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from private.ticket_transfers t where t.giver_id = p_giver_id and t.created_at > now() - interval '1 day')
      >= private.limit_value('ticket_transfer.day') then
    perform private.fail_rate('day');
  end if;
  perform private.count_letter('ticket_transfer', p_email, private.limit_value('ticket_transfer.address_day'));
end $$;

-- Creates the invitation and its email, in the reader's language or otherwise the sender's. Blocked accounts get none, while addresses without an
-- account do.
create function private.invite_to_ticket(b private.booking_facts, p_email text, p_full_name text)
returns private.ticket_transfers language plpgsql security definer set search_path = '' as $$
declare
  t private.ticket_transfers;
begin
  insert into private.ticket_transfers (booking_id, giver_id, email, full_name, expires_at)
  values (b.id, b.tourist_id, p_email, p_full_name, private.transfer_until(b))
  returning * into t;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:transfer_invite:' || t.id, 'email', 'transfer_invite', p_email, jsonb_strip_nulls(jsonb_build_object('transfer_id', t.id,
      'code', private.new_link('ticket_transfer', t.id),
      'language', coalesce((select p.language from public.profiles p where lower(p.email) = p_email limit 1),
                           (select p.language from public.profiles p where p.id = b.tourist_id))))
   where private.may_mail(p_email) or not exists (select 1 from public.profiles p where lower(p.email) = p_email);
  perform private.audit_booking('start_ticket_transfer', b);
  return t;
end $$;

-- Withdraws an invitation for its sender. An ended one doesn't change. Raises 404 'transfer_not_found', and 409 'transfer_taken' once it is accepted.
create function public.withdraw_ticket_transfer(p_transfer_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user('Please log in');
  t private.ticket_transfers;
begin
  update private.ticket_transfers x set state = 'withdrawn', ended_at = now()
   where x.id = p_transfer_id and x.giver_id = v_user and x.state = 'open' returning * into t;
  if t.id is not null then
    perform private.audit_booking('withdraw_ticket_transfer', private.booking(t.booking_id));
    return;
  end if;
  select * into t from private.ticket_transfers x where x.id = p_transfer_id and x.giver_id = v_user;
  if t.id is null then
    perform private.fail(404, 'transfer_not_found', 'This link is no longer valid');
  elsif t.state = 'accepted' then
    perform private.fail(409, 'transfer_taken', 'Someone has already accepted this ticket.');
  end if;
end $$;

-- Closes the invitation of an ended booking, which has no ticket to transfer.
create function private.close_transfer()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.ticket_transfers t set state = 'closed', ended_at = now() where t.state = 'open' and t.booking_id = new.id;
  return null;
end $$;

create trigger bookings_close_transfer after update of status on public.bookings for each row
  when (old.status not in ('cancelled', 'refunded') and new.status in ('cancelled', 'refunded')) execute function private.close_transfer();

-- Returns the transfer of an emailed link, for anyone who has the link. Raises 404 'transfer_not_found'.
create function private.linked_transfer(p_token text)
returns private.ticket_transfers language plpgsql stable security definer set search_path = '' as $$
declare
  t private.ticket_transfers;
begin
  select * into t from private.ticket_transfers x where x.id = private.linked('ticket_transfer', p_token);
  if t.id is null then
    perform private.fail(404, 'transfer_not_found', 'This link is no longer valid');
  end if;
  return t;
end $$;

-- Returns why someone can't accept a transfer now. A null user isn't signed in. The most permanent reason comes first: 409 'own_transfer' for the
-- sender, 'transfer_taken', 410 'transfer_withdrawn', 409 'booking_cancelled', 410 'transfer_expired', 403 'transfer_other_account' for anyone who
-- hasn't confirmed the invited address, and what refuse_transfer returns.
create function private.refuse_acceptance(t private.ticket_transfers, b private.booking_facts, p_user_id uuid)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
begin
  if t.state = 'accepted' then
    return (409, 'transfer_taken', 'This ticket has already been accepted', null)::private.refusal;
  elsif t.state = 'withdrawn' then
    return (410, 'transfer_withdrawn', 'The person who offered you this ticket has withdrawn it', null)::private.refusal;
  elsif t.state = 'closed' or not private.is_live(b.status) then
    return (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal;
  elsif t.state = 'expired' or t.expires_at <= now() then
    return (410, 'transfer_expired', 'It is too late to accept this ticket', null)::private.refusal;
  elsif p_user_id = t.giver_id then
    return (409, 'own_transfer', 'This is your own ticket. The person you chose can accept it with the link in their email.', null)::private.refusal;
  elsif p_user_id is not null and t.email is distinct from private.confirmed_email(p_user_id) then
    return (403, 'transfer_other_account', 'This ticket was offered to another email address', null)::private.refusal;
  end if;
  return private.refuse_transfer(b);
end $$;

-- Returns a version of the ticket's facts, because accepting agrees to exactly these.
create function private.transfer_version(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select private.hash_code(jsonb_build_array(b.departure_id, b.num_people, private.amount_due(b))::text)
$$;

-- Returns what an invited person sees of a ticket: what, when, where, how many people, the sender's name, and of the money only the amount still to
-- pay.
create function private.transfer_facts(t private.ticket_transfers, b private.booking_facts, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select (select jsonb_object_agg(m.key, m.value) from jsonb_each(private.mail_data(b.id, p_language)) m
           where m.key in ('title', 'booking_date', 'start_time', 'num_people', 'booking_type', 'territory_name', 'time_zone', 'meeting_point',
             'meeting_point_link', 'pickup_location', 'pickup_map', 'pickup_directions', 'currency_symbol', 'currency_code', 'cancellation_policy'))
    || jsonb_build_object('kind', b.kind,
         -- In an email to a stranger, a name that contains a phone number isn't shown as a name.
         'giver_name', (select p.full_name from public.profiles p where p.id = t.giver_id and p.full_name !~ '[0-9]'),
         'paid', private.is_paid_for(b), 'amount_due', private.amount_due(b), 'expires_at', t.expires_at)
$$;

-- Returns a transfer by its link, in the caller's language: {refusal: {code, message} or null, mine: the caller has accepted it, ticket:
-- transfer_facts with version, passport_required, territory_id, full_name and, for visitors, the invited email as 'j…@example.com'; or null once it
-- has ended}. Raises 404 'transfer_not_found'.
create function public.ticket_transfer_by_link(p_token text, p_language text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  t private.ticket_transfers := private.linked_transfer(p_token);
  b private.booking_facts := private.booking(t.booking_id);
  r private.refusal := private.refuse_acceptance(t, b, auth.uid());
begin
  return jsonb_build_object(
    'refusal', case when r.code is not null then jsonb_build_object('code', r.code, 'message', r.message) end,
    'mine', coalesce(t.recipient_id = auth.uid() and b.tourist_id = auth.uid(), false),
    'ticket', case when r.code is null or r.code in ('own_transfer', 'transfer_other_account', 'offer_payment_in_progress', 'addition_open') then
      private.transfer_facts(t, b, p_language) || jsonb_build_object('version', private.transfer_version(b),
        'passport_required', b.passport_required, 'territory_id', b.territory_id, 'full_name', t.full_name,
        -- Someone else may have the link, and this much is enough for invited people to recognise their own address.
        'email', case when auth.uid() is null then regexp_replace(t.email, '^(.)[^@]*', '\1…') end) end);
end $$;
grant execute on function public.ticket_transfer_by_link(text, text) to anon;

-- Accepts a ticket and returns {kind, booking_id}. The booking then belongs to the caller, with a new code and their contact, passports and waiver. p
-- has the fields of the booking form about the person (read_contact, read_papers), and the version that the page showed. Repeating the call returns
-- the same result. Raises 401 'not_signed_in', 403 'email_unconfirmed', 404 'transfer_not_found', what refuse_acceptance refuses, 409
-- 'ticket_changed' if the ticket differs from the page's, what read_contact and read_papers raise, and for unpaid cash what check_cash_limit and
-- check_cash_seats raise.
create function public.accept_ticket_transfer(p_token text, p jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user('Please log in');
  t private.ticket_transfers := private.linked_transfer(p_token);
  b private.booking_facts := private.booking(t.booking_id);
  v_form jsonb;
begin
  if p is null or jsonb_typeof(p) <> 'object' or length(p::text) > 200000 then
    perform private.invalid('A form is required');
  elsif private.confirmed_email(v_user) is null then
    perform private.fail(403, 'email_unconfirmed', 'Please confirm your email address first, with the link we emailed you.');
  end if;
  -- The sender is locked too, because a change that they have started holds seats.
  perform private.lock_user(x.id) from (select u as id from unnest(array[v_user, t.giver_id]) u where u is not null order by u) x;
  b := private.lock_booking(b.id);
  select * into t from private.ticket_transfers x where x.id = t.id for update;
  if t.recipient_id = v_user then
    return jsonb_build_object('kind', b.kind, 'booking_id', b.id);
  end if;
  perform private.raise_refusal(r) from private.refuse_acceptance(t, b, v_user) r where r.code is not null;
  if private.input_text(p, 'version', 100) is distinct from private.transfer_version(b) then
    perform private.fail(409, 'ticket_changed', 'This ticket has changed since you opened the page. Please check the ticket again.');
  end if;
  v_form := private.read_contact(p) || private.read_papers(p, v_user, b.kind, b.passport_required, b.num_people);
  perform private.check_passports_stay(v_form -> 'passport_images');
  perform private.check_cash_of_recipient(b, v_user);
  perform private.give_ticket(t, b, v_user, v_form);
  return jsonb_build_object('kind', b.kind, 'booking_id', b.id);
end $$;

-- Checks the limits for accepting a ticket that will be paid in cash, which are the same as for booking it. If the sender is a new guest, the ticket
-- already counts among new guests' seats. The caller has locked the departure.
create function private.check_cash_of_recipient(b private.booking_facts, p_user_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if b.payment_method = 'cash' and b.payment_status = 'pending' then
    perform private.check_cash_limit(p_user_id);
    if private.is_known_guest(b.tourist_id) and not private.is_known_guest(p_user_id) then
      perform private.check_cash_seats(b.departure_id, p_user_id, b.booking_type, b.num_people);
    end if;
  end if;
end $$;

-- Applies the transfer. The sender's contact, passengers, passports (whose images are deleted like any unused ones) and code are removed, and the
-- payer stays the same. The commission of a partner who takes their own guest's ticket falls away. The caller has locked booking and transfer.
create function private.give_ticket(t private.ticket_transfers, b private.booking_facts, p_user_id uuid, p_form jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_images text[] := array(select jsonb_array_elements_text(p_form -> 'passport_images'));
  v_payer uuid := case when b.paid_by_other then b.payer_id when private.is_paid_for(b) then b.tourist_id end;
  v_other boolean := (b.paid_by_other or private.is_paid_for(b)) and v_payer is distinct from p_user_id;
begin
  v_payer := case when v_other then v_payer end; -- null too if the payer gets their own ticket back
  update public.bookings x set tourist_id = p_user_id, payer_id = v_payer, paid_by_other = v_other, whatsapp_number = p_form ->> 'whatsapp_number',
      country = p_form ->> 'country', speaks_spanish = (p_form ->> 'speaks_spanish')::boolean, hotel_name = p_form ->> 'hotel_name',
      hotel_address = case when b.kind = 'experience' then p_form ->> 'hotel_address' end, passport_images = v_images, passport_removed_at = null,
      passport_removed_by = null, passport_closed_at = null, waiver_version = p_form ->> 'waiver_version', waiver_accepted_at = now(),
      passenger_details = case when b.kind = 'transport' then p_form -> 'passenger_details' else '[]' end
   where x.id = b.id;
  update public.profiles p set full_name = t.full_name where p.id = p_user_id and btrim(p.full_name) = '';
  perform private.renew_ticket_code(b, p_user_id, true);
  update private.ticket_transfers x set state = 'accepted', recipient_id = p_user_id, ended_at = now() where x.id = t.id;
  perform private.adjust_commission(b);
  perform private.move_booking(b.id, null, null, p_user_id, jsonb_build_object('by', 'tourist', 'given', true));
  perform private.audit_booking('accept_ticket_transfer', b);
  perform private.tell_of_transfer(t, b, p_user_id);
end $$;

-- Sends the new holder the ticket, and the sender a message, by email and notification. The people who lead or run the trip are notified of the new
-- guest. b is the booking before the transfer.
create function private.tell_of_transfer(t private.ticket_transfers, b private.booking_facts, p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_now private.booking_facts := private.booking(b.id);
  v_params jsonb := private.booking_params(v_now);
  v_hosts uuid[] := array(select h from private.booking_hosts(b) h);
begin
  perform private.queue_mail('transfer_ticket', b.id, ':' || t.id);
  perform private.queue_transfer_mail('transfer_accepted', t.id::text, b, b.tourist_id);
  perform private.queue_notification('received:' || t.id, p_user_id, 'booking', 'booking_confirmed', v_params, v_now);
  -- The notification has no link to the booking, which the sender can no longer read.
  perform private.notify(b.tourist_id, 'booking', 'ticket_given', v_params, b.territory_id);
  perform private.queue_notification('given:' || t.id || ':' || h, h, case b.kind when 'transport' then 'ride_moved' else 'guest_moved' end,
      'guest_changed', v_params, v_now)
     from unnest(v_hosts) h where h is distinct from p_user_id;
  perform private.queue_notification('team-given:' || t.id || ':' || r.user_id, r.user_id, 'team_moved', 'guest_changed', v_params, v_now)
     from private.team_readers r
    where r.territory_id = b.territory_id and r.booking_bell and r.user_id <> all (v_hosts) and r.user_id is distinct from p_user_id;
  perform private.send_booking(b.id, b.tourist_id, null);
  perform private.send_booking(b.id, p_user_id, b.territory_id);
end $$;

-- Queues an email about a booking to its former holder or its payer. p_amount is the refund, for the payer.
create function private.queue_transfer_mail(p_template text, p_key text, b private.booking_facts, p_user_id uuid, p_amount numeric default null)
returns void language sql security definer set search_path = '' as $$
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select format('email:%s:%s', p_template, p_key), 'email', p_template, p.email,
         jsonb_strip_nulls(jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'reader_id', p.id, 'amount', p_amount))
    from public.profiles p where p.id = p_user_id and private.may_mail(p.email)
  on conflict (dedupe_key) do nothing
$$;

-- Returns the placeholders of these emails: the booking without its code, and the current holder's first name.
create function private.transfer_mail_data(o private.outbox, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select (private.mail_data(b.id, p_language) - 'check_in_code')
    || jsonb_build_object('full_name', (select p.full_name from public.profiles p where p.id = (o.payload ->> 'reader_id')::uuid),
         'holder_name', private.first_name(b.tourist_id), 'paid_by_reader', b.payer_id is not distinct from (o.payload ->> 'reader_id')::uuid,
         'ended', not private.is_live(b.status))
    from private.booking((o.payload ->> 'booking_id')::uuid) b
$$;

-- Returns the placeholders of the invitation email.
create function private.transfer_invite_data(p_transfer_id uuid, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.transfer_facts(t, private.booking(t.booking_id), p_language) || jsonb_build_object('full_name', t.full_name)
    from private.ticket_transfers t where t.id = p_transfer_id
$$;

-- Returns why the invitation email is no longer needed, or null.
create function private.transfer_invite_is_obsolete(p_transfer_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case when not exists (select 1 from private.ticket_transfers t where t.id = p_transfer_id and t.state = 'open' and t.expires_at > now())
    then 'The ticket is no longer offered' end
$$;

-- Returns whether a waiting email about a booking is for someone who has transferred it since, at any of their addresses.
create function private.was_given_away(b private.booking_facts, o private.outbox)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.ticket_transfers t
     where t.booking_id = b.id and t.state = 'accepted' and t.ended_at >= o.created_at
       and not exists (select 1 from public.profiles p where p.id = b.tourist_id and lower(p.email) = lower(o.recipient)))
$$;

-- Removes the payer after a payment that was recorded by mistake or refunded, because the holder owes it from then on.
create function private.forget_payer()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.paid_by_other := false;
  new.payer_id := null;
  return new;
end $$;

create trigger bookings_forget_payer before update of payment_status on public.bookings for each row
  when (old.payment_status = 'completed' and new.payment_status = 'pending') execute function private.forget_payer();

-- Notifies the payer of someone else's ticket about a refund to their card, including one from Stripe's dashboard. They aren't notified again if it
-- was promised before and then failed.
create function private.tell_payer_of_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  b private.booking_facts;
begin
  select * into p from private.charges x where x.line_id = new.line_id;
  b := private.booking(p.booking_id);
  if b.paid_by_other and not (new.state = 'done' and exists (
      select 1 from private.stripe_ops o where o.line_id = new.line_id and o.state = 'failed')) then
    perform private.queue_transfer_mail('transfer_refund', new.id::text, b, b.payer_id, private.from_minor(new.amount_minor, b.currency_code));
  end if;
  return null;
end $$;

create trigger stripe_ops_tell_payer after insert on private.stripe_ops for each row
  when (new.op like 'refund:%' and new.state in ('queued', 'done')) execute function private.tell_payer_of_refund();

-- This includes a ticket that ended without a refund to the card, because of its policy or because cash has to be refunded in person.
create function private.tell_payer_of_end()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(new.booking_id);
begin
  if b.paid_by_other and (b.payment_method = 'cash'
      or (new.to_status = 'cancelled' and coalesce((new.detail ->> 'refund_amount')::numeric, 0) = 0)) then
    perform private.queue_transfer_mail('transfer_refund', 'event:' || new.id, b, b.payer_id);
  end if;
  return null;
end $$;

create trigger booking_events_tell_payer after insert on public.booking_events for each row
  when (new.from_status is not null and new.to_status in ('cancelled', 'refunded') and new.from_status not in ('cancelled', 'refunded'))
  execute function private.tell_payer_of_end();

-- Returns what the caller is transferring or has transferred, open ones first: [{transfer_id, state: 'open' or 'accepted', kind, booking_id, title,
-- titles, service_date, time_zone, email and full_name and expires_at of open ones, given_to: a first name, given_at, receipt: whether it is
-- theirs}].
create function public.my_ticket_transfers()
returns setof jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('transfer_id', t.id, 'state', t.state, 'kind', b.kind, 'booking_id', b.id, 'title', b.title, 'titles', b.titles,
           'service_date', b.booking_date, 'time_zone', x.time_zone)
      || case t.state when 'open' then private.transfer_json(t)
           else jsonb_build_object('given_to', private.first_name(t.recipient_id), 'given_at', t.ended_at, 'receipt', b.payer_id is not distinct from t.giver_id) end
    from private.ticket_transfers t
    join private.booking_facts b on b.id = t.booking_id
    join public.territories x on x.id = b.territory_id
   where t.giver_id = (select auth.uid()) and (select private.session_lives())
     and (t.state = 'accepted' and b.tourist_id is distinct from t.giver_id or t.state = 'open' and t.expires_at > now())
   order by t.state = 'accepted', coalesce(t.ended_at, t.created_at) desc, t.id
   limit 50
$$;

-- Ends expired invitations, and deletes the invited addresses a day later, because these people may have no account. Returns the number.
create function private.end_ticket_transfers()
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  with due as (
    select t.id from private.ticket_transfers t where t.state = 'open' and t.expires_at <= now() order by t.id limit 500 for update skip locked)
  update private.ticket_transfers t set state = 'expired', ended_at = now() from due where t.id = due.id;
  get diagnostics v_count = row_count;
  update private.ticket_transfers t set email = '', full_name = ''
   where t.email <> '' and t.ended_at <= now() - interval '1 day';
  perform private.forget_letters();
  return v_count;
end $$;

-- Returns whether a booking is someone's, was theirs before a transfer, or was paid by them.
create function private.was_booking_of(b private.booking_facts, p_user_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(p_user_id in (b.tourist_id, b.payer_id), false) or exists (
    select 1 from private.ticket_transfers t
     where p_user_id in (t.giver_id, t.recipient_id) and t.state = 'accepted'
       and t.booking_id = b.id)
$$;

-- Returns all bookings of which was_booking_of is true for a person, for lists.
create function private.bookings_ever_of(p_user_id uuid)
returns setof uuid language sql stable security definer set search_path = '' as $$
  select b.id from public.bookings b where b.tourist_id = p_user_id
  union
  select b.id from public.bookings b where b.payer_id = p_user_id
  union
  select t.booking_id from private.ticket_transfers t where t.giver_id = p_user_id and t.state = 'accepted'
  union
  select t.booking_id from private.ticket_transfers t where t.recipient_id = p_user_id and t.state = 'accepted'
$$;

-- Returns the person who booked, even after a transfer, or null if their account was deleted.
create function private.booked_by(b private.booking_facts)
returns uuid language plpgsql stable security definer set search_path = '' as $$
declare
  v_first private.ticket_transfers;
begin
  select * into v_first from private.ticket_transfers t
   where t.state = 'accepted' and t.booking_id = b.id
   order by t.ended_at, t.created_at limit 1;
  return case when v_first.id is not null then v_first.giver_id else b.tourist_id end;
end $$;

-- Removes identifying data and open invitations after an account was deleted.
create function private.scrub_transfers(p_user_id uuid, p_email text)
returns void language sql security definer set search_path = '' as $$
  delete from private.outbox o where o.template = 'transfer_invite' and o.payload ->> 'transfer_id' in (
    select t.id::text from private.ticket_transfers t where t.giver_id = p_user_id);
  update private.ticket_transfers t set state = 'withdrawn', ended_at = now() where t.state = 'open' and (t.giver_id = p_user_id or t.email = p_email);
  update private.ticket_transfers t set email = '', full_name = '' where t.giver_id = p_user_id or t.recipient_id = p_user_id or t.email = p_email;
$$;
