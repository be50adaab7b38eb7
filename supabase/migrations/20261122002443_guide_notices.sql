-- As in 20261121002300; what the region hears has a type of its own, as it leads somewhere else.
create or replace function private.tell_guides(e public.experiences, p_start time, p_guide uuid, p_before uuid[], p_moved int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  v_slot text := e.title || coalesce(' at ' || to_char(date '2000-01-01' + p_start, 'FMHH12:MI AM'), '');
  v_count text := case p_moved when 0 then 'no upcoming bookings' when 1 then '1 upcoming booking' else p_moved || ' upcoming bookings' end;
begin
  insert into public.notifications (user_id, type, title, message, territory_id)
  select p_guide, 'guide', 'You are the guide now', format('%s: %s', v_slot, v_count), e.territory_id
   where p_guide is not null and p_guide is distinct from caller
  union all
  select m, 'no_guide', 'No guide left', format('%s has no guide: %s', v_slot, v_count), e.territory_id
    from private.moderators(e.territory_id) m where p_guide is null and m is distinct from caller
  union all
  select b, 'guide', 'You are not the guide any more', format('%s: %s', v_slot, v_count), e.territory_id
    from unnest(p_before) b where b is distinct from caller and b is distinct from p_guide and exists (select 1 from public.profiles p where p.id = b);
end $$;
