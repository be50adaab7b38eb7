-- What check-in answers depends on who asks, and a ticket is found by its code alone.

-- As in 20261121002101, with the hotel's address; a driver is told no e-mail addresses and of no passports (docs/decisions/0013).
create or replace function private.check_in_json(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', b.kind, 'booking_id', b.id, 'title', b.title, 'service_date', b.booking_date, 'start_time', b.start_time,
    'num_people', b.num_people, 'booking_type', b.booking_type, 'status', b.status, 'payment_status', b.payment_status,
    'payment_method', b.payment_method, 'total_price', b.total_price, 'currency_code', b.currency_code, 'currency_symbol', t.currency_symbol,
    'check_in_status', b.check_in_status, 'checked_in_at', b.checked_in_at,
    'checked_in_by', (select c.full_name from public.profiles c where c.id = b.checked_in_by),
    'tourist', (select jsonb_build_object('full_name', p.full_name, 'avatar_url', p.avatar_url, 'country', p.country)
                         || case when host.yes then jsonb_build_object('email', p.email) else '{}' end
                  from public.profiles p where p.id = b.tourist_id),
    'country', b.country, 'hotel_name', b.hotel_name,
    'hotel_address', (select x.hotel_address from public.bookings x where x.id = b.booking_id),
    'whatsapp_number', b.whatsapp_number, 'speaks_spanish', b.speaks_spanish,
    'passport_required', host.yes and b.passport_required, 'passport_present', host.yes and b.passport_image is not null,
    'passport_removed_by', case when host.yes then
      coalesce((select x.passport_removed_by from public.bookings x where x.id = b.booking_id),
               (select x.passport_removed_by from public.transport_bookings x where x.id = b.transport_booking_id)) end,
    'passenger_details', case when host.yes or jsonb_typeof(b.passenger_details) is distinct from 'array' then b.passenger_details
      else (select coalesce(jsonb_agg(p.one - 'email' order by p.n), '[]')
              from jsonb_array_elements(b.passenger_details) with ordinality p (one, n)) end)
  from private.booking_facts b join public.territories t on t.id = b.territory_id
  cross join lateral (select private.conversation_side(b.kind, b.id) is not distinct from 'host' as yes) host
  where b.kind = p_kind and b.id = p_booking_id
$$;

-- The booking of a ticket whose code was read out, not scanned: {booking_id}. Whether the caller may check it in, get_check_in says.
-- Who tries codes is stopped as there.
create function private.find_check_in(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_nobodys constant uuid := '00000000-0000-0000-0000-000000000000';
  v_id uuid;
begin
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  perform private.require_check_in_role();
  if private.too_many_attempts(v_nobodys, true) then
    return private.reply_error(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
  end if;
  select coalesce(c.booking_id, c.transport_booking_id) into v_id from public.booking_codes c
   where c.code = lower(regexp_replace(p_code, '[^0-9A-Fa-f]', '', 'g'));
  if v_id is null then
    insert into private.check_in_attempts (user_id, booking_id) values (auth.uid(), v_nobodys);
    return private.reply_error(404, 'invalid_check_in_code', 'Invalid check-in code');
  end if;
  return jsonb_build_object('booking_id', v_id);
end $$;
create function public.find_check_in(p_code text)
returns jsonb language sql security invoker set search_path = '' as $$ select private.find_check_in(p_code) $$;
revoke all on function private.find_check_in(text), public.find_check_in(text) from public, anon, authenticated, service_role;
-- anon too: a session that has run out is told so.
grant execute on function private.find_check_in(text), public.find_check_in(text) to anon, authenticated;
