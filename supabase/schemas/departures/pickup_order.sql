-- The pickup order of a service, with hotels as guests wrote them. It is the same for all its days. Places that aren't in it come last, by name.

create table private.pickup_orders (
  transport_id uuid primary key references public.services (id) on delete cascade,
  places text[] not null default '{}' check (cardinality(places) <= 500)
);
alter table private.pickup_orders enable row level security;

-- Returns the key by which hotel names are compared, without upper and lower case.
create function private.place_key(p_name text)
returns text language sql immutable set search_path = '' as $$ select nullif(lower(btrim(p_name)), '') $$;

-- Returns the keys of places in their order, each once.
create function private.place_keys(p_places text[])
returns text[] language sql immutable set search_path = '' as $$
  select array(select k from (
    select distinct on (private.place_key(p)) private.place_key(p) as k, at from unnest(p_places) with ordinality x (p, at)
     where private.place_key(p) is not null order by private.place_key(p), at) d order by at)
$$;

-- Returns the texts of the first list that are in the second, in the first one's order.
create function private.only_in(p_list text[], p_other text[])
returns text[] language sql immutable set search_path = '' as $$
  select array(select x from unnest(p_list) with ordinality l (x, n) where x = any (p_other) order by n)
$$;

-- Reorders pickup places. p_places has them in the order of one day, each the hotel of a booking of the service (a recently cancelled one may still
-- be on the screen). Places of other days keep their relative order. p_expected has the order that the page showed. For people who run the
-- territory's drivers. Raises 404 'transport_not_found', 400 'invalid_input' and 'nobody_picked_up', and 409 'changed_meanwhile' if someone else has
-- saved another order of these places since. Saving the current order again is no conflict. Locks the row of the order.
create function public.set_pickup_order(p_transport_id uuid, p_places text[], p_expected text[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  t public.services;
  v_new text[] := private.place_keys(p_places);
  v_expected text[] := private.place_keys(p_expected);
  v_all text[];
begin
  perform private.require_user();
  select * into t from public.services x where x.id = p_transport_id and x.kind = 'transport';
  if t.id is null or not coalesce(private.runs_drivers(t.territory_id), false) then
    perform private.fail(404, 'transport_not_found', 'Transport not found');
  elsif cardinality(v_new) not between 1 and 100 then
    perform private.invalid('There must be 1 to 100 pickup locations');
  elsif exists (
    select from unnest(v_new) p where p not in (
      select k from public.bookings b, private.place_key(b.hotel_name) k
       where b.service_id = t.id and k is not null)) then
    perform private.fail(400, 'nobody_picked_up', 'There''s no pickup at this place');
  end if;
  insert into private.pickup_orders (transport_id) values (t.id) on conflict do nothing;
  select o.places into v_all from private.pickup_orders o where o.transport_id = t.id for update;
  -- Places that aren't in the order yet are shown by name, so only the others tell what the page showed.
  if private.only_in(v_all, v_expected) is distinct from private.only_in(v_expected, v_all)
     and private.only_in(v_all, v_new) is distinct from private.only_in(v_new, v_all) then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  v_all := v_all || array(select p from unnest(v_new) with ordinality x (p, at) where p <> all (v_all) order by at);
  -- The positions that these places have among all are assigned again in the new order.
  v_all := (array(
      select case when x.mine then v_new[x.turn] else x.place end
      from (select w.place, w.at, w.place = any (v_new) as mine, count(*) filter (where w.place = any (v_new)) over (order by w.at) as turn
              from unnest(v_all) with ordinality w (place, at)) x order by x.at))[1:500];
  update private.pickup_orders o set places = v_all where o.transport_id = t.id and o.places <> v_all;
  if found then
    perform realtime.send(jsonb_build_object('id', t.id), 'schedule', private.topic_of(t.territory_id), true);
  end if;
end $$;
