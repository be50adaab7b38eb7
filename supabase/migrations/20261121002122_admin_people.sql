-- Who is here and what they may do, for administrators: roles with the territory they hold in, which the profile's mirror does not have.
--
--   public.list_people(p_search, p_role, p_territory_id, p_after_created, p_after_id, p_limit), newest account first, a page after
--   the key (created_at, id). grants: [{role, territory_id, territory_name}], the live ones, tourist left out. Else 403 'forbidden'.

create index profiles_created_idx on public.profiles (created_at desc, id desc);
create index profiles_words_idx on public.profiles
  using gin (private.search_words(full_name || ' ' || email || ' ' || coalesce(business_name, '')));

-- The index's expression is evaluated as whoever changes a name.
grant execute on function private.plain_words(text), private.search_words(text) to authenticated, service_role;

create function private.list_people(p_search text, p_role text, p_territory_id text, p_after_created timestamptz, p_after_id uuid, p_limit int)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, territory_id text, created_at timestamptz, grants jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(p_search);
  held text := nullif(p_role, '');
  place text := nullif(p_territory_id, '');
  before timestamptz := coalesce(p_after_created, 'infinity');
  before_id uuid := coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page int := least(greatest(coalesce(p_limit, 50), 1), 200);
begin
  perform private.require_admin();
  return query
  select p.id, p.full_name, p.email, p.avatar_url, p.business_name, p.territory_id, p.created_at,
    coalesce((select jsonb_agg(jsonb_build_object('role', g.role, 'territory_id', g.territory_id, 'territory_name', t.name)
        order by g.created_at, g.role)
      from private.role_grants g left join public.territories t on t.id = g.territory_id
      where g.user_id = p.id and g.role <> 'tourist' and g.revoked_at is null and g.dropped_at is null), '[]')
  from public.profiles p
  where (query is null or private.search_words(p.full_name || ' ' || p.email || ' ' || coalesce(p.business_name, '')) @@ query)
    and (p.created_at, p.id) < (before, before_id)
    and (held is null and place is null or p.id in (
      select g.user_id from private.role_grants g
      where g.revoked_at is null and g.dropped_at is null and (held is null or g.role = held) and (place is null or g.territory_id = place)))
  order by p.created_at desc, p.id desc limit page;
end $$;

create function public.list_people(p_search text default null, p_role text default null, p_territory_id text default null,
  p_after_created timestamptz default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, territory_id text, created_at timestamptz, grants jsonb)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_people(p_search, p_role, p_territory_id, p_after_created, p_after_id, p_limit)
$$;

-- How much waits in each queue of the administrators.
create function private.admin_counts()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'reports', (select count(*) from public.message_reports r where r.status = 'pending'),
    'reviews', (select count(*) from public.reviews r where r.reported_at is not null and r.hidden_at is null),
    'submissions', (select count(*) from public.user_submissions s where s.status = 'pending'),
    'contact', (select count(*) from public.contact_messages c where c.status = 'pending'),
    'applications', (select count(*) from public.partner_applications a where a.status = 'pending'),
    'role_requests', (select count(*) from public.role_requests r where r.status = 'pending'));
end $$;
create index message_reports_pending_idx on public.message_reports (created_at, id) where status = 'pending';
create index reviews_reported_idx on public.reviews (reported_at, id) where reported_at is not null and hidden_at is null;
create index user_submissions_pending_idx on public.user_submissions (created_at, id) where status = 'pending';
create index partner_applications_pending_idx on public.partner_applications (created_at, id) where status = 'pending';
create index role_requests_pending_idx on public.role_requests (created_at, id) where status = 'pending';

create function public.admin_counts()
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.admin_counts() $$;

-- What goes with a territory, for the question before it is deleted; `archived` says that it will be kept, because it has been sold.
create function private.territory_contents(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'experiences', (select count(*) from public.experiences e where e.territory_id = p_territory_id and e.archived_at is null),
    'transports', (select count(*) from public.territory_transports t where t.territory_id = p_territory_id and t.archived_at is null),
    'bookings', (select count(*) from public.bookings b where b.territory_id = p_territory_id)
      + (select count(*) from public.transport_bookings b where b.territory_id = p_territory_id),
    'people', (select count(distinct g.user_id) from private.role_grants g
      where g.territory_id = p_territory_id and g.revoked_at is null and g.dropped_at is null),
    'archived', exists (select 1 from public.departures d where d.territory_id = p_territory_id));
end $$;
create function public.territory_contents(p_territory_id text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.territory_contents(p_territory_id) $$;

revoke all on function private.list_people(text, text, text, timestamptz, uuid, int), private.admin_counts(), private.territory_contents(text),
  public.list_people(text, text, text, timestamptz, uuid, int), public.admin_counts(), public.territory_contents(text)
  from public, anon, authenticated, service_role;
grant execute on function private.list_people(text, text, text, timestamptz, uuid, int), private.admin_counts(), private.territory_contents(text),
  public.list_people(text, text, text, timestamptz, uuid, int), public.admin_counts(), public.territory_contents(text) to authenticated;
