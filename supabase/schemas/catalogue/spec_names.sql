-- Services and slots of one kind under their public API names. Our own code reads the tables. A view has the rights of its caller. Through
-- `experiences` and `experience_timeslots` Postgres writes the tables. `territory_transports` has its own time, which is stored in its slot, so its
-- triggers write it.

create view public.experiences with (security_invoker = true) as
select s.id, s.territory_id, s.guide_id, s.title, s.description, s.image_urls, s.video_urls, s.duration_hours as duration, s.booking_type,
  s.shared_price, s.private_price, s.min_spots, s.max_spots, s.available_spots, s.min_private_guests, s.max_private_guests, s.min_to_run,
  s.decide_at, s.passport_required, s.cash_allowed, s.cancellation_policy, s.meeting_point, s.meeting_point_link, s.what_to_bring, s.featured,
  s.featured_order, s.visible, s.rating_average, s.rating_count, s.language, s.translations, s.names, s.archived_at, s.created_at,
  s.updated_at, s.kind
  from public.services s where s.kind = 'experience'
  with local check option;
alter view public.experiences alter column kind set default 'experience';
grant select on public.experiences to anon, authenticated;
grant update (visible), delete on public.experiences to authenticated;
grant all on public.experiences to service_role;
comment on view public.experiences is 'The services of a kind, under its public API name';

create view public.experience_timeslots with (security_invoker = true) as
select s.id, s.service_id as experience_id, s.start_time, s.end_time, s.days_of_week, s.max_spots, s.available_spots, s.archived_at,
  s.created_at, s.kind
  from public.slots s where s.kind = 'experience'
  with local check option;
alter view public.experience_timeslots alter column kind set default 'experience';
grant select on public.experience_timeslots to anon, authenticated;
grant all on public.experience_timeslots to service_role;
comment on view public.experience_timeslots is 'The slots of experiences, under its public API name';

-- The time and days are those of its first slot.
create view public.territory_transports with (security_invoker = true) as
select s.id, s.territory_id, s.transport_type_id, s.title, s.description, s.image_urls, s.booking_type, s.shared_price, s.private_price,
  s.min_spots, s.max_spots, s.available_spots, s.min_private_guests, s.max_private_guests, s.pickup_location, s.pickup_location_id,
  s.destination, s.destination_territory_id, o.start_time as departure_time, o.days_of_week, s.duration_hours, s.min_to_run, s.decide_at,
  s.passport_required, s.cancellation_policy, s.visible, s.rating_average, s.rating_count, s.language, s.translations, s.names,
  s.archived_at, s.created_at, s.updated_at
  from public.services s
  left join lateral (select x.start_time, x.days_of_week from public.slots x
    where x.service_id = s.id and x.archived_at is null order by x.start_time, x.id limit 1) o on true
  where s.kind = 'transport';
grant select on public.territory_transports to anon, authenticated;
grant insert (id, territory_id, transport_type_id, title, description, image_urls, booking_type, shared_price, private_price,
  min_spots, max_spots, available_spots, min_private_guests, max_private_guests, pickup_location, pickup_location_id, destination,
  destination_territory_id, departure_time, days_of_week, duration_hours, passport_required, cancellation_policy, visible,
  language, translations) on public.territory_transports to authenticated;
grant update (transport_type_id, title, description, image_urls, booking_type, shared_price, private_price, min_spots, max_spots,
  available_spots, min_private_guests, max_private_guests, pickup_location, pickup_location_id, destination,
  destination_territory_id, departure_time, days_of_week, duration_hours, passport_required, cancellation_policy, visible,
  language, translations) on public.territory_transports to authenticated;
grant delete on public.territory_transports to authenticated;
grant all on public.territory_transports to service_role;
comment on view public.territory_transports is 'The services of transport with their first slot, under its public API name';

-- Writes a transport of this view as a service and as its slot, which has the service's id. The caller needs the rights that the view grants, for
-- services that they run. A service of someone else or an archived one isn't changed, and inserting one raises 403 'forbidden'. Raises what
-- check_slots does. Locks the service.
create function private.write_transport()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb;
  v_columns text;
begin
  if tg_op = 'DELETE' then
    delete from public.services s where s.id = old.id and (private.is_trusted_caller() or private.runs_territory(s.territory_id));
    return case when found then old end;
  elsif tg_op = 'UPDATE' and not private.is_trusted_caller() and (old.archived_at is not null or not private.runs_service(old.id)) then
    return null;
  elsif not private.is_trusted_caller() and not (private.runs_territory(new.territory_id)
      or (new.transport_type_id = 'shuttle' and coalesce(new.territory_id = any (private.my_territories('shuttle')), false))) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  -- Columns that an insert omits get the table's default, and columns that an update doesn't change aren't written.
  select jsonb_object_agg(n.key, n.value), string_agg(quote_ident(n.key), ', ') into v_row, v_columns
    from jsonb_each(to_jsonb(new) - '{departure_time,days_of_week,names}'::text[]) n
   where case tg_op when 'INSERT' then n.value <> 'null' else n.value is distinct from to_jsonb(old) -> n.key end;
  if tg_op = 'UPDATE' then
    perform 1 from public.services s where s.id = old.id for no key update;
  end if;
  if tg_op = 'INSERT' then
    new.id := coalesce(new.id, gen_random_uuid());
    v_row := v_row || jsonb_build_object('id', new.id, 'kind', 'transport', 'min_private_guests', coalesce(new.min_private_guests, 1),
      'max_private_guests', coalesce(new.max_private_guests, 1));
    select string_agg(quote_ident(k), ', ') into v_columns from jsonb_object_keys(v_row) k;
    execute format('insert into public.services (%1$s) select %1$s from jsonb_populate_record(null::public.services, $1)', v_columns) using v_row;
    insert into public.slots (id, service_id, kind, start_time, days_of_week, max_spots, available_spots)
    select s.id, s.id, s.kind, new.departure_time, coalesce(new.days_of_week, private.week_days()), s.max_spots, s.available_spots
      from public.services s where s.id = new.id;
  elsif v_columns is not null then
    execute format('update public.services set (%1$s) = (select %1$s from jsonb_populate_record(null::public.services, $1)) where id = $2',
      v_columns) using v_row, old.id;
  end if;
  if tg_op = 'UPDATE' and (new.departure_time, new.days_of_week, new.max_spots, new.available_spots)
      is distinct from (old.departure_time, old.days_of_week, old.max_spots, old.available_spots) then
    update public.slots x set start_time = new.departure_time, days_of_week = new.days_of_week, max_spots = new.max_spots,
        available_spots = new.available_spots
     where x.id = (select y.id from public.slots y where y.service_id = old.id and y.archived_at is null order by y.start_time, y.id limit 1);
  end if;
  if not private.is_trusted_caller() then
    perform private.check_slots(new.id);
  end if;
  select * into new from public.territory_transports t where t.id = new.id;
  return new;
end $$;

create trigger territory_transports_write instead of insert or update or delete on public.territory_transports
  for each row execute function private.write_transport();
