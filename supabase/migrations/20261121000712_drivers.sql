-- The drivers of the territories in which the caller runs drivers, with the address they are invited by (spec part 3, Shuttle
-- Manager Dashboard). A shuttle manager reads no profiles, so the names and addresses come through here.
create function private.get_drivers()
returns table (id uuid, driver_id uuid, territory_id text, full_name text, email text, active boolean, services text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  return query
    select d.id, d.driver_id, d.territory_id, p.full_name, p.email, d.active,
      array(select distinct t.title from public.driver_schedules s join public.territory_transports t on t.id = s.transport_id
            where s.driver_id = d.driver_id and s.active and t.territory_id = d.territory_id order by 1)
    from public.shuttle_drivers d join public.profiles p on p.id = d.driver_id
    where private.is_admin() or d.territory_id = any (private.my_territories('staff') || private.my_territories('shuttle'))
    order by p.full_name, d.id;
end $$;
grant execute on function private.get_drivers() to authenticated;

create function public.get_drivers()
returns table (id uuid, driver_id uuid, territory_id text, full_name text, email text, active boolean, services text[])
language sql stable set search_path = '' as $$ select * from private.get_drivers() $$;
grant execute on function public.get_drivers() to authenticated;
