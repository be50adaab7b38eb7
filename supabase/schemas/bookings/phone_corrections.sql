-- Stored phone numbers that can't exist, because the booking is older than the check or a country changed the length of its numbers. The desk lists
-- those still needed, and corrects them after asking the guest.

-- Returns impossible numbers, each once per booking, from live bookings from yesterday on and pending applications. p_territory_id null means all,
-- for admins. Returns at most 200, the next trips first. Raises 403 'forbidden'.
create function public.impossible_phones(p_territory_id text default null)
returns table (kind text, id uuid, number text, name text, territory_id text, title text, titles jsonb, service_date date, start_time time)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_territory_id is null then
    perform private.require_admin();
  else
    perform private.require_territory(p_territory_id);
  end if;
  return query
  with stored as (
    select b.kind, b.id, n.number, b.territory_id, b.booking_date, b.start_time, n.passenger
      from public.bookings b,
           lateral (select null::int as passenger, b.whatsapp_number as number
                    union all select f.passenger, f.number from private.phones_in(b.passenger_details) f) n
     where b.booking_date >= current_date - 1 and private.is_live(b.status) and (p_territory_id is null or b.territory_id = p_territory_id)
    union all
    select 'application', a.id, a.phone, a.territory_id, null, null, null from public.partner_applications a
     where a.status = 'pending' and (p_territory_id is null or a.territory_id = p_territory_id)),
  wrong as (
    select s.kind, s.id, s.number, s.territory_id, s.booking_date, s.start_time, min(s.passenger) filter (where s.passenger > 0) as passenger,
           bool_or(coalesce(s.passenger, 0) = 0) as own
      from stored s where s.number <> '' and not private.is_phone(s.number)
     group by 1, 2, 3, 4, 5, 6)
  select w.kind, w.id, w.number,
         case when w.kind = 'application' then (select a.name from public.partner_applications a where a.id = w.id)
              when w.own then coalesce((select nullif(p.full_name, '') from public.profiles p where p.id = f.tourist_id), f.guest_name, '')
              else f.passenger_details -> w.passenger ->> 'name' end,
         w.territory_id, f.title, f.titles, w.booking_date, w.start_time
    from wrong w left join private.booking_facts f on f.id = w.id and f.kind = w.kind
   order by w.booking_date nulls last, w.start_time nulls last, w.id, w.number limit 200;
end $$;

-- Replaces an impossible number everywhere in the booking or application. The audit log stores neither number. Raises 400 'phone_impossible', 403
-- 'forbidden', 404, and 409 'phone_corrected' if the number is no longer there. Locks the booking.
create function public.correct_phone(p_id uuid, p_number text, p_correct text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  a public.partner_applications;
begin
  if not coalesce(private.is_phone(p_correct), false) then
    perform private.fail(400, 'phone_impossible', 'Please enter a valid phone number');
  elsif coalesce(p_number, '') = '' or private.is_phone(p_number) then
    perform private.invalid('Only an impossible number can be corrected');
  end if;
  select * into a from public.partner_applications x where x.id = p_id for no key update;
  if a.id is not null then
    perform private.require_user();
    perform private.require_territory(a.territory_id);
    if a.phone is distinct from p_number then
      perform private.fail(409, 'phone_corrected', 'Someone else has already corrected this number.');
    end if;
    update public.partner_applications x set phone = p_correct where x.id = p_id;
    perform private.audit('phone_corrected', a.territory_id, 'partner_applications', p_id::text);
    return;
  end if;
  b := private.lock_booking_for_staff(p_id);
  if b.whatsapp_number is distinct from p_number
     and not exists (select 1 from private.phones_in(b.passenger_details) f where f.number = p_number) then
    perform private.fail(409, 'phone_corrected', 'Someone else has already corrected this number.');
  end if;
  update public.bookings x set
    whatsapp_number = case when x.whatsapp_number = p_number then p_correct else x.whatsapp_number end,
    passenger_details = private.replace_phone(x.passenger_details, p_number, p_correct)
   where x.id = p_id;
  perform private.audit_booking('phone_corrected', b);
end $$;
