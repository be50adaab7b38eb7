-- The WhatsApp number that a guide shows to guests (docs/rules/catalogue.md, Who guides). It is stored apart from the profile, which the team can
-- read. Only the guide writes it, and only guests who booked read it.

create table private.guide_numbers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  whatsapp_number text not null check (whatsapp_number <> '')
);
create trigger guide_numbers_check_phones before insert or update of whatsapp_number on private.guide_numbers
  for each row execute function private.check_phones('whatsapp_number');
alter table private.guide_numbers enable row level security;
grant all on private.guide_numbers to service_role;

-- Returns the caller's own number, or null if they show none.
create function public.my_guide_number()
returns text language sql stable security definer set search_path = '' as $$
  select n.whatsapp_number from private.guide_numbers n where n.user_id = (select private.live_user())
$$;

-- Sets the number that the caller shows to guests, or none (null or empty). The audit log records the change without the number. Raises 403
-- 'forbidden' for people who aren't guides, 400 'whatsapp_invalid', and 429 after too many changes. Locks the profile, as ending a role does.
create function public.save_guide_number(p_number text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_number text := nullif(btrim(p_number), '');
begin
  perform 1 from public.profiles p where p.id = caller for no key update;
  if not exists (select 1 from private.live_grants g where g.user_id = caller and g.role = 'tour_guide') then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  elsif not private.is_phone(v_number) then
    perform private.fail(400, 'whatsapp_invalid', 'Please enter a valid WhatsApp number');
  elsif v_number is not distinct from public.my_guide_number() then
    return;
  end if;
  perform private.limit_changes('guide_number', array['guide_number'], caller::text);
  if v_number is null then
    delete from private.guide_numbers n where n.user_id = caller;
  else
    insert into private.guide_numbers (user_id, whatsapp_number) values (caller, v_number)
    on conflict (user_id) do update set whatsapp_number = excluded.whatsapp_number;
  end if;
  perform private.audit('guide_number', null, 'profiles', caller::text, jsonb_build_object('shown', v_number is not null));
end $$;

-- Removes the number of a person who is no longer a guide anywhere, so that it isn't shown even if they get the role again.
create function private.drop_guide_number()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.guide_numbers n where n.user_id = new.user_id
    and not exists (select 1 from private.live_grants g where g.user_id = new.user_id and g.role = 'tour_guide');
  return null;
end $$;

create trigger role_grants_drop_guide_number after update of revoked_at, dropped_at on private.role_grants for each row
  when (new.role = 'tour_guide' and (new.revoked_at is not null or new.dropped_at is not null))
  execute function private.drop_guide_number();

-- Returns the numbers of the guides of the caller's own bookings, while a booking is live and until some hours after the trip, and only of current
-- guides of its territory. Takes at most 200 bookings per call.
create function public.guide_numbers(p_booking_ids uuid[])
returns table (booking_id uuid, whatsapp_number text) language sql stable security definer set search_path = '' as $$
  select b.id, n.whatsapp_number
    from (select distinct unnest(p_booking_ids[1:200]) as id) asked
    join public.bookings b on b.id = asked.id and b.tourist_id = (select auth.uid()) and private.is_live(b.status)
    join public.services e on e.id = b.service_id
    join public.territories t on t.id = b.territory_id
    join private.live_grants g on g.user_id = b.guide_id and g.role = 'tour_guide' and g.territory_id = b.territory_id
    join private.guide_numbers n on n.user_id = b.guide_id and private.is_phone(n.whatsapp_number)
   where now() < private.departure_moment(b.booking_date, b.start_time, t.time_zone)
       + case when b.start_time is null then interval '0' else e.duration_hours * interval '1 hour' end
       + private.limit_value('guide_number.hours_after') * interval '1 hour'
$$;
