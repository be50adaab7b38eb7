-- The people of a territory for its team, and what the team edits: a partner's business and commission.

-- Returns the holders of any of these roles in a territory, with all their roles there, and whether they are paused as a guide, a page of 1 to 100
-- rows after (sort_key, id). p_sort is 'name', 'business' (those without one last) or 'commission'. p_id selects one person. p_search matches the
-- beginnings of words of name, email address and business, without accents. It is sorted in memory, because a territory has few people, and their
-- roles and names are in different tables. Raises 403 'forbidden' for anyone outside the team.
create function public.list_members(p_territory_id text, p_roles text[] default null, p_search text default null, p_id uuid default null,
  p_sort text default 'name', p_desc boolean default false, p_after_key text default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, commission_level numeric, roles text[],
  paused boolean, updated_at timestamptz, active_links int, sort_key text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  query tsquery := private.search_query(p_search);
  down boolean := coalesce(p_desc, false);
begin
  perform private.require_territory(p_territory_id);
  return query
  with people as (
    select p.id, p.full_name, p.email, p.avatar_url, held.business_name, held.commission_level, held.roles, held.paused,
      greatest(p.updated_at, held.updated_at) as updated_at,
      (case p_sort
         when 'business' then coalesce(nullif(private.plain_words(held.business_name), ''), case when down then '' else U&'\+10FFFF' end)
         when 'commission' then to_char(coalesce(held.commission_level, 0), 'FM000.0')
         else private.plain_words(coalesce(nullif(p.full_name, ''), p.email)) end) collate "C" as sort_key
    from (
      select g.user_id, array_agg(g.role order by g.role) as roles, max(g.business_name) as business_name,
        max(g.commission_level) as commission_level, bool_or(g.paused_at is not null) as paused, max(g.updated_at) as updated_at
      from private.live_grants g
      where g.territory_id = p_territory_id and (p_id is null or g.user_id = p_id)
      group by g.user_id having p_roles is null or bool_or(g.role = any (p_roles))
    ) held join public.profiles p on p.id = held.user_id
    where query is null
      or (private.person_words(p.full_name, p.email) || private.search_words(coalesce(held.business_name, ''))) @@ query
  )
  select k.id, k.full_name, k.email, k.avatar_url, k.business_name, k.commission_level, k.roles, k.paused, k.updated_at,
    case when 'travel_partner' = any (k.roles) then (select count(*)::int from public.referral_links l where l.user_id = k.id and l.active) end,
    k.sort_key
  from people k
  where p_after_id is null
    or case when down then (k.sort_key, k.id) < (p_after_key, p_after_id) else (k.sort_key, k.id) > (p_after_key, p_after_id) end
  order by case when not down then k.sort_key end, case when not down then k.id end,
    case when down then k.sort_key end desc, case when down then k.id end desc
  limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;

-- Returns when a person and their agreement with a territory were last changed, which is the version that an editor has read.
create function private.member_version(p_user_id uuid, p_territory_id text)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest(p.updated_at, (
    select max(g.updated_at) from private.live_grants g where g.user_id = p_user_id and g.territory_id = p_territory_id))
  from public.profiles p where p.id = p_user_id
$$;

-- Edits a territory's data about a partner: business and commission. Omitted (null) means unchanged. Partners edit their own name. For managers and
-- staff of the territory, and admins. Only managers and admins may edit the commission. Raises 403 'forbidden', 'commission_forbidden' and
-- 'own_commission_level', 400 'invalid_input' and 'commission_too_high', and 409 'changed_meanwhile' if the person was changed after
-- p_expected_version. Locks the profile, then the partner's grant.
create function public.save_member(p_user_id uuid, p_territory_id text, p_expected_version timestamptz, p_business_name text default null,
  p_commission_level numeric default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  terms private.role_grants;
begin
  perform private.require_user();
  perform 1 from public.profiles x where x.id = p_user_id for update;
  select g.* into terms from private.role_grants g
  where g.user_id = p_user_id and g.territory_id = p_territory_id and g.role = 'travel_partner' and g.revoked_at is null
    and g.dropped_at is null for update;
  if terms.id is null or not private.runs_territory(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to change this person');
  end if;
  if p_commission_level is distinct from terms.commission_level and p_commission_level is not null
    and not private.manages_territory(p_territory_id) then
    perform private.fail(403, 'commission_forbidden', 'Only a manager of the region can set a commission');
  elsif p_commission_level <> terms.commission_level and private.is_own_commission(p_user_id, p_territory_id) then
    perform private.fail(403, 'own_commission_level', 'You can''t set your own commission. Another manager or an admin has to do this.', 'commission');
  end if;
  perform private.check_name(p_business_name, 'business_name');
  if length(private.trimmed(p_business_name)) > 160 then
    perform private.invalid('The business name has more than 160 characters', 'business_name');
  end if;
  perform private.check_commission(p_commission_level, terms.commission_level);
  -- This comes after the permission checks, because others must not learn whether a person was changed.
  if private.member_version(p_user_id, p_territory_id) is distinct from p_expected_version then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  update private.role_grants g set
    business_name = coalesce(private.trimmed(p_business_name), g.business_name),
    commission_level = coalesce(p_commission_level, g.commission_level)
  where g.id = terms.id;
  perform private.audit('member_updated', p_territory_id, 'profiles', p_user_id::text, jsonb_strip_nulls(jsonb_build_object(
    'business_name', p_business_name, 'commission_level', p_commission_level,
    'commission_before', case when p_commission_level <> terms.commission_level then terms.commission_level end)));
  return (select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'business_name', g.business_name,
      'commission_level', g.commission_level)
    from public.profiles p join private.role_grants g on g.id = terms.id where p.id = p_user_id);
end $$;

-- Returns the limits of a partner's form, {highest, usual, may_set}: percentages, and whether the caller can set a commission. For people who run the
-- territory. Raises 403 'forbidden' for others.
create function public.commission_rules(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return jsonb_build_object('highest', private.max_commission(), 'usual', private.usual_commission(),
    'may_set', private.manages_territory(p_territory_id));
end $$;
