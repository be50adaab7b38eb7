-- How many rows each tab of Region Management lists, in one answer, so that the row of tabs says it without reading a list.
--   public.region_counts(p_territory_id) → {experiences, guides, transport, partners}
--     guides: everybody whom the tab lists (guides, staff, shuttle managers), each once. 403 'forbidden' for whoever does not run it.

create function private.region_counts(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not coalesce(private.runs_territory(p_territory_id), false) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  return jsonb_build_object(
    'experiences', (select count(*) from public.experiences e where e.territory_id = p_territory_id and e.archived_at is null),
    'transport', (select count(*) from public.territory_transports s where s.territory_id = p_territory_id and s.archived_at is null),
    'guides', (select count(distinct g.user_id) from private.role_grants g
                where g.territory_id = p_territory_id and g.revoked_at is null and g.dropped_at is null
                  and g.role in ('tour_guide', 'territory_staff', 'shuttle_manager')),
    'partners', (select count(distinct g.user_id) from private.role_grants g
                  where g.territory_id = p_territory_id and g.revoked_at is null and g.dropped_at is null
                    and g.role = 'travel_partner'));
end $$;

create function public.region_counts(p_territory_id text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.region_counts(p_territory_id) $$;

revoke all on function private.region_counts(text), public.region_counts(text) from public, anon, authenticated, service_role;
grant execute on function private.region_counts(text), public.region_counts(text) to authenticated;
