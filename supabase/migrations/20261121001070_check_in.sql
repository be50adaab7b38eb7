-- The QR code at the meeting point: who may look, what they see, one check-in and no more.
--
-- A wrong code, a booking of somebody else's and a booking that does not exist give one answer. Failed attempts are counted,
-- so these functions answer with private.reply_error, which keeps what was written, instead of raising.

create table private.check_in_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  booking_id uuid not null, -- as it was asked for; it need not exist
  at timestamptz not null default now()
);
create index check_in_attempts_user_idx on private.check_in_attempts (user_id, at);
create index check_in_attempts_booking_idx on private.check_in_attempts (booking_id, at);
alter table private.check_in_attempts enable row level security;
revoke all on private.check_in_attempts from public, anon, authenticated;

-- Null when the caller may check in this booking, else the error of spec part 2, section 6.
create type private.refusal as (status int, code text, message text);
create function private.check_in_refusal(b private.booking_facts)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_forbidden private.refusal := (403, 'check_in_forbidden', 'You do not have permission to check in passengers');
begin
  if b.territory_id = any (private.my_territories('staff')) then
    return null;
  end if;
  if b.kind = 'experience' and private.has_role('tour_guide') then
    if b.guide_id = auth.uid() then
      return null;
    end if;
    return (403, 'check_in_not_assigned', 'You are not assigned to this experience')::private.refusal;
  end if;
  if b.kind = 'transport' and b.territory_id = any (private.my_territories('shuttle')) then
    return null;
  end if;
  if private.has_role('territory_manager') or private.has_role('territory_staff') or private.has_role('shuttle_manager') then
    return (403, 'check_in_wrong_territory', 'You do not have permission to check in passengers for this territory')::private.refusal;
  end if;
  if private.has_role('tour_guide') then
    return (403, 'check_in_not_assigned', 'You are not assigned to this experience')::private.refusal;
  end if;
  return v_forbidden;
end $$;

-- A person has to mistype a lot to get here; a program that guesses gets here at once. Those whose booking it is are not
-- stopped by what others tried on it.
create function private.too_many_attempts(p_booking_id uuid, p_may boolean)
returns boolean language sql stable security definer set search_path = '' as $$
  select (select count(*) from private.check_in_attempts where user_id = auth.uid() and at > now() - interval '15 minutes') >= 30
      or (not p_may and
          (select count(*) from private.check_in_attempts where booking_id = p_booking_id and at > now() - interval '1 hour') >= 20)
$$;

-- Finds the booking for a caller who has its code. Either the booking's kind, or an error to answer with.
create function private.open_check_in(p_booking_id uuid, p_code text, out kind text, out error jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_code text;
  v_refusal private.refusal;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Authentication Required: Please log in to check in passengers.');
  end if;
  if not (private.has_role('tour_guide') or private.has_role('shuttle_manager') or private.has_role('territory_manager')
          or private.has_role('territory_staff')) then
    perform private.fail(403, 'check_in_forbidden', 'You do not have permission to check in passengers');
  end if;
  select f.* into b from private.booking_facts f where f.id = p_booking_id;
  select c.code into v_code from public.booking_codes c where c.booking_id = p_booking_id or c.transport_booking_id = p_booking_id;
  v_refusal := case when b.id is null then (404, '', '')::private.refusal else private.check_in_refusal(b) end;
  if private.too_many_attempts(p_booking_id, v_refusal.status is null) then
    error := private.reply_error(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
  elsif v_code is null or p_code is null or sha256(convert_to(v_code, 'UTF8')) <> sha256(convert_to(p_code, 'UTF8')) then
    if p_booking_id is not null then
      insert into private.check_in_attempts (user_id, booking_id) values (auth.uid(), p_booking_id);
    end if;
    error := private.reply_error(404, 'invalid_check_in_code', 'Invalid check-in code');
  elsif v_refusal.status is not null then
    error := private.reply_error(v_refusal.status, v_refusal.code, v_refusal.message);
  else
    kind := b.kind;
  end if;
end $$;

create function private.check_in_json(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', b.kind, 'booking_id', b.id, 'title', b.title, 'service_date', b.booking_date, 'start_time', b.start_time,
    'num_people', b.num_people, 'booking_type', b.booking_type, 'status', b.status, 'payment_status', b.payment_status,
    'payment_method', b.payment_method, 'total_price', b.total_price, 'currency_code', b.currency_code, 'currency_symbol', t.currency_symbol,
    'check_in_status', b.check_in_status, 'checked_in_at', b.checked_in_at,
    'checked_in_by', (select c.full_name from public.profiles c where c.id = b.checked_in_by),
    'tourist', (select jsonb_build_object('full_name', p.full_name, 'email', p.email, 'avatar_url', p.avatar_url, 'country', p.country)
                  from public.profiles p where p.id = b.tourist_id),
    'country', b.country, 'hotel_name', b.hotel_name, 'whatsapp_number', b.whatsapp_number, 'speaks_spanish', b.speaks_spanish,
    'passport_required', b.passport_required, 'passport_present', b.passport_image is not null,
    'passenger_details', b.passenger_details)
  from private.booking_facts b join public.territories t on t.id = b.territory_id
  where b.kind = p_kind and b.id = p_booking_id
$$;

create function private.get_check_in(p_booking_id uuid, p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v record;
begin
  select * into v from private.open_check_in(p_booking_id, p_code);
  return coalesce(v.error, private.check_in_json(v.kind, p_booking_id));
end $$;

create function private.check_in(p_booking_id uuid, p_code text, p_action text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v record;
  b private.booking_facts;
begin
  if p_action is null or p_action not in ('checked_in', 'no_show') then
    perform private.invalid('action must be checked_in or no_show');
  end if;
  select * into v from private.open_check_in(p_booking_id, p_code);
  if v.error is not null then
    return v.error;
  end if;
  if private.mark_arrival(v.kind, p_booking_id, p_action) then
    return private.check_in_json(v.kind, p_booking_id);
  end if;
  b := private.booking(v.kind, p_booking_id);
  if not private.is_live(b.status) then
    return private.reply_error(409, 'booking_cancelled', 'This booking has been cancelled');
  end if;
  return private.reply_error(409, 'check_in_already',
    case b.check_in_status when 'no_show' then 'This booking was already marked as a no-show' else 'This booking is already checked in' end,
    private.check_in_json(v.kind, p_booking_id)::text);
end $$;

-- The only writer of an arrival; of two at once the second finds no pending row.
create function private.mark_arrival(p_kind text, p_booking_id uuid, p_action text)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_done boolean;
begin
  if p_kind = 'experience' then
    update public.bookings set check_in_status = p_action, checked_in_at = now(), checked_in_by = auth.uid()
     where id = p_booking_id and check_in_status = 'pending' and private.is_live(status);
  else
    update public.transport_bookings set check_in_status = p_action, checked_in_at = now(), checked_in_by = auth.uid()
     where id = p_booking_id and check_in_status = 'pending' and private.is_live(status);
  end if;
  v_done := found;
  if v_done then
    perform private.move_booking(p_kind, p_booking_id, p_action, null, auth.uid(), jsonb_build_object('by', 'check_in'));
  end if;
  return v_done;
end $$;

create function public.get_check_in(p_booking_id uuid, p_code text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.get_check_in(p_booking_id, p_code)
$$;
create function public.check_in(p_booking_id uuid, p_code text, p_action text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.check_in(p_booking_id, p_code, p_action)
$$;
