-- The first steps of a territory, from an empty one to its first booking. They aren't stored, because they follow from the current data.

-- Returns whether visitors can book an experience once it is visible, because it has a guide and a slot.
create function private.is_bookable(e public.services)
returns boolean language sql stable security definer set search_path = '' as $$
  select e.archived_at is null and private.has_guide(e)
    and exists (select 1 from public.slots s where s.service_id = e.id and s.archived_at is null)
$$;

-- Returns a territory's open steps in order: settings, guide, experience, slots, pickup. Once the territory has a guide it also needs an experience
-- with one, and slots only count for an experience with a guide.
create function private.territory_lacks(p_territory_id text)
returns text[] language sql stable security definer set search_path = '' as $$
  with offered as materialized (
    select private.has_guide(e) as led,
      exists (select 1 from public.slots s where s.service_id = e.id and s.archived_at is null) as timed
    from public.services e where e.territory_id = p_territory_id and e.kind = 'experience' and e.archived_at is null),
  guides as materialized (
    select exists (select 1 from private.live_grants g where g.territory_id = p_territory_id and g.role = 'tour_guide') as there),
  led as materialized (select exists (select 1 from offered o where o.led) as any)
  select array_remove(array[
    case when not exists (select 1 from public.territories t
      where t.id = p_territory_id and cardinality(t.image_urls) > 0 and t.meeting_point is not null) then 'settings' end,
    case when not g.there then 'guide' end,
    case when not exists (select 1 from offered o where o.led or not g.there) then 'experience' end,
    case when not exists (select 1 from offered o where o.timed and (o.led or not l.any)) then 'slots' end,
    case when not exists (select 1 from public.pickup_locations p where p.territory_id = p_territory_id) then 'pickup' end], null)
  from guides g cross join led l
$$;

-- Returns the steps that are required before visitors can see it. A territory that sells transport needs no experience and no guide.
create function private.territory_needs(p_territory_id text)
returns text[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(lack order by place), '{}')
  from unnest(private.territory_lacks(p_territory_id)) with ordinality as l (lack, place)
  where lack not in ('guide', 'experience', 'slots')
    or not exists (select 1 from public.services s where s.territory_id = p_territory_id and s.kind = 'transport' and s.archived_at is null)
$$;

-- Returns whether the territory has a visible experience that can be booked.
create function private.shows_experience(p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.services e where e.territory_id = p_territory_id and e.kind = 'experience' and e.visible and private.is_bookable(e))
$$;

-- Returns whether visitors can book something here: the territory is visible, with a visible experience or transport service.
create function private.is_open_for_booking(p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.territories t where t.id = p_territory_id and t.visible)
    and (private.shows_experience(p_territory_id) or exists (
      select 1 from public.services s
      where s.territory_id = p_territory_id and s.kind = 'transport' and s.visible and s.archived_at is null))
$$;

-- Returns the newest open invitation of a guide, and whether its email could not be delivered, or null.
create function private.awaited_guide(p_territory_id text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', i.email, 'full_name', i.full_name, 'sent_at', i.created_at,
    'undelivered', exists (select 1 from private.outbox o where o.dedupe_key = 'email:invite:' || i.id and o.state in ('dead', 'discarded')))
  from public.invites i
  where i.territory_id = p_territory_id and 'tour_guide' = any (i.roles)
    and i.redeemed_at is null and i.withdrawn_at is null and i.expires_at > now()
  order by i.created_at desc, i.id limit 1
$$;

-- Returns the experience with the fewest open steps.
create function private.first_experience(p_territory_id text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', e.id, 'title', e.title, 'titles', e.names -> 'title', 'price', coalesce(e.shared_price, e.private_price),
    'visible', e.visible, 'led', private.has_guide(e))
  from public.services e
  where e.territory_id = p_territory_id and e.kind = 'experience' and e.archived_at is null
  order by private.is_bookable(e) desc, private.has_guide(e) desc, e.created_at, e.id limit 1
$$;

-- Returns the first steps for their page, {needs, lacks, open, done, hidden, manages, guide, awaited, experience, experiences, transports,
-- territory}. lacks: the open steps. needs: those required before opening. open: visitors can book. done: no steps are left, or something was sold.
-- hidden: the caller has hidden them. guide: the name of one guide. For people who run the territory. Raises 403 'forbidden' for others.
create function public.first_steps(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_open boolean := private.is_open_for_booking(p_territory_id);
  v_needs text[] := private.territory_needs(p_territory_id);
  v_hidden boolean;
begin
  perform private.require_territory(p_territory_id);
  v_hidden := exists (select 1 from private.live_grants g
    where g.user_id = (select auth.uid()) and g.territory_id = p_territory_id and g.first_steps_hidden_at is not null);
  return (
    select jsonb_build_object('needs', v_needs, 'lacks', private.territory_lacks(p_territory_id), 'open', v_open, 'hidden', v_hidden,
      'done', (v_open and cardinality(v_needs) = 0) or private.has_sold(p_territory_id),
      'manages', private.manages_territory(p_territory_id),
      'guide', (select coalesce(nullif(p.full_name, ''), p.email) from private.live_grants g join public.profiles p on p.id = g.user_id
        where g.territory_id = p_territory_id and g.role = 'tour_guide' order by g.created_at, g.id limit 1),
      'awaited', private.awaited_guide(p_territory_id),
      'experience', private.first_experience(p_territory_id),
      'experiences', (select count(*) from public.services e where e.territory_id = p_territory_id and e.kind = 'experience' and e.archived_at is null),
      'transports', (select count(*) from public.services s where s.territory_id = p_territory_id and s.kind = 'transport' and s.archived_at is null),
      'territory', jsonb_build_object('name', t.name, 'names', t.names -> 'name', 'description', t.description, 'summary', t.summary, 'image', t.image_urls[1],
        'visible', t.visible, 'country', t.country, 'currency_code', t.currency_code, 'currency_symbol', t.currency_symbol,
        'time_zone', t.time_zone))
    from public.territories t where t.id = p_territory_id);
end $$;

-- Hides the first steps for the caller, or shows them again. Raises 403 'forbidden'.
create function public.hide_first_steps(p_territory_id text, p_hidden boolean)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  update private.role_grants g set first_steps_hidden_at = case when p_hidden then now() end
  where g.user_id = (select auth.uid()) and g.territory_id = p_territory_id and g.revoked_at is null and g.dropped_at is null
    and g.role in ('territory_manager', 'territory_staff');
end $$;

-- Makes a territory visible, with its experiences or transport if none is visible yet. Repeating it does nothing. Raises 403 'forbidden' and
-- 'managers_only', and 409 'territory_not_ready'. Locks the territory, then its experiences or its transport.
create function public.open_territory(p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_first boolean;
begin
  perform private.require_territory(p_territory_id);
  if not private.manages_territory(p_territory_id) then
    perform private.fail(403, 'managers_only', 'Only a manager of the region changes its name, visibility, time zone and currency');
  end if;
  select not t.visible into v_first
  from public.territories t where t.id = p_territory_id and t.archived_at is null for no key update;
  if not found or cardinality(private.territory_needs(p_territory_id)) > 0 then
    perform private.fail(409, 'territory_not_ready', 'This region isn''t ready yet. The first steps show what''s still missing.');
  end if;
  update public.territories t set visible = true where t.id = p_territory_id and not t.visible;
  -- A visible service doesn't keep the first experiences hidden.
  if (v_first or not private.is_open_for_booking(p_territory_id)) and not private.shows_experience(p_territory_id) then
    update public.services e set visible = true
    where e.territory_id = p_territory_id and e.kind = 'experience' and not e.visible and private.is_bookable(e);
  end if;
  if not private.is_open_for_booking(p_territory_id) then
    update public.services s set visible = true
    where s.territory_id = p_territory_id and s.kind = 'transport' and not s.visible and s.archived_at is null;
  end if;
end $$;
