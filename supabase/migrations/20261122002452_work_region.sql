-- Who works in several regions chooses which of them the pages of a region show (docs/decisions/0016): profiles.territory_id.
--
--   public.my_work_regions() → (id, name, roles): where the caller works, by name.
--   public.choose_region(p_territory_id): 404 'territory_not_found' for one where they do not.

create function private.my_work_regions()
returns table (id text, name text, roles text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select t.id, t.name, array_agg(g.role order by g.role)
  from private.role_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = caller and g.revoked_at is null and g.dropped_at is null
  group by t.id, t.name order by t.name, t.id;
end $$;

create function private.choose_region(p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  if not exists (
    select 1 from private.role_grants g
    where g.user_id = caller and g.territory_id = p_territory_id and g.revoked_at is null and g.dropped_at is null) then
    perform private.fail(404, 'territory_not_found', 'Territory not found');
  end if;
  update public.profiles set territory_id = p_territory_id where id = caller and territory_id is distinct from p_territory_id;
end $$;

create function public.my_work_regions()
returns table (id text, name text, roles text[])
language sql stable security invoker set search_path = '' as $$ select * from private.my_work_regions() $$;
create function public.choose_region(p_territory_id text)
returns void language sql security invoker set search_path = '' as $$ select private.choose_region(p_territory_id) $$;

revoke all on function private.my_work_regions(), private.choose_region(text), public.my_work_regions(), public.choose_region(text)
  from public, anon, authenticated, service_role;
grant execute on function private.my_work_regions(), private.choose_region(text), public.my_work_regions(), public.choose_region(text)
  to authenticated;
