-- What staff see at check-in says who took the passport image away, where somebody did.
create or replace function private.check_in_json(p_kind text, p_booking_id uuid)
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
    'passport_removed_by', coalesce((select x.passport_removed_by from public.bookings x where x.id = b.booking_id),
                                    (select x.passport_removed_by from public.transport_bookings x where x.id = b.transport_booking_id)),
    'passenger_details', b.passenger_details)
  from private.booking_facts b join public.territories t on t.id = b.territory_id
  where b.kind = p_kind and b.id = p_booking_id
$$;
