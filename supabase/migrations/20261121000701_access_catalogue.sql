-- Who reads and writes the catalogue. Everyone reads what is visible, not archived and in an open region; the staff of a
-- region reads and writes its own; admins everything. A row never crosses into a territory that the writer does not run.

create policy currencies_select on public.currencies for select to anon, authenticated using (true);
grant select on public.currencies to anon, authenticated;
create policy transport_types_select on public.transport_types for select to anon, authenticated using (true);
grant select on public.transport_types to anon, authenticated;

-- Territories. Created by admins; deleted by delete_territory() alone.
create policy territories_select_anon on public.territories for select to anon
  using (visible and archived_at is null);
create policy territories_select on public.territories for select to authenticated
  using ((visible and archived_at is null)
    or id = any ((select private.my_regions())::text[])
    or (select private.is_admin()));
create policy territories_insert on public.territories for insert to authenticated
  with check ((select private.is_admin()));
create policy territories_update on public.territories for update to authenticated
  using (id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select on public.territories to anon, authenticated;
grant insert (id, name, description, summary, country, visible, featured, currency_code, currency_symbol, time_zone,
  image_urls, video_urls) on public.territories to authenticated;
grant update (name, description, summary, country, visible, featured, currency_code, currency_symbol, time_zone,
  image_urls, video_urls) on public.territories to authenticated;

-- Experiences.
create policy experiences_select_anon on public.experiences for select to anon
  using (visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy experiences_select on public.experiences for select to authenticated
  using ((visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or id = any ((select private.my_experiences())::uuid[])
    or (select private.is_admin()));
create policy experiences_insert on public.experiences for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy experiences_update on public.experiences for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy experiences_delete on public.experiences for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select on public.experiences to anon, authenticated;
grant delete on public.experiences to authenticated;
grant insert (id, territory_id, guide_id, title, description, image_urls, video_urls, duration, booking_type, shared_price,
  private_price, min_spots, max_spots, available_spots, min_private_guests, max_private_guests, passport_required,
  cash_allowed, cancellation_policy, meeting_point, meeting_point_link, featured, featured_order, visible)
  on public.experiences to authenticated;
-- territory_id is left out: bookings, codes and money of an experience stay with the region that sold it.
grant update (guide_id, title, description, image_urls, video_urls, duration, booking_type, shared_price,
  private_price, min_spots, max_spots, available_spots, min_private_guests, max_private_guests, passport_required,
  cash_allowed, cancellation_policy, meeting_point, meeting_point_link, featured, featured_order, visible)
  on public.experiences to authenticated;

-- Tags.
create policy territory_tags_select_anon on public.territory_tags for select to anon
  using (territory_id = any ((select private.open_territories())::text[]));
create policy territory_tags_select on public.territory_tags for select to authenticated
  using (territory_id = any ((select private.open_territories())::text[])
    or territory_id = any ((select private.my_regions())::text[])
    or (select private.is_admin()));
create policy territory_tags_insert on public.territory_tags for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy territory_tags_update on public.territory_tags for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy territory_tags_delete on public.territory_tags for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select on public.territory_tags to anon, authenticated;
grant insert (id, territory_id, name), update (name), delete on public.territory_tags to authenticated;

-- What hangs on an experience is visible with it (the inner select is under the policies of experiences) and is written by
-- those who run the experience's region.
create function private.runs_experience(experience_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.experiences e
    where e.id = runs_experience.experience_id and private.runs_territory(e.territory_id)
  )
$$;
grant execute on function private.runs_experience(uuid) to authenticated, service_role;

create policy experience_tags_select on public.experience_tags for select to anon, authenticated
  using (exists (select 1 from public.experiences e where e.id = experience_id));
create policy experience_tags_insert on public.experience_tags for insert to authenticated
  with check (private.runs_experience(experience_id));
create policy experience_tags_delete on public.experience_tags for delete to authenticated
  using (private.runs_experience(experience_id));
grant select on public.experience_tags to anon, authenticated;
grant insert (experience_id, tag_id), delete on public.experience_tags to authenticated;

create policy experience_timeslots_select_anon on public.experience_timeslots for select to anon
  using (archived_at is null and exists (select 1 from public.experiences e where e.id = experience_id));
-- Whoever is tied to an experience also reads its archived slots: a booking keeps its hour.
create policy experience_timeslots_select on public.experience_timeslots for select to authenticated
  using (exists (select 1 from public.experiences e where e.id = experience_id
    and (experience_timeslots.archived_at is null
      or e.territory_id = any ((select private.my_territories('staff'))::text[])
      or e.id = any ((select private.my_experiences())::uuid[])
      or (select private.is_admin()))));
create policy experience_timeslots_insert on public.experience_timeslots for insert to authenticated
  with check (private.runs_experience(experience_id));
create policy experience_timeslots_update on public.experience_timeslots for update to authenticated
  using (private.runs_experience(experience_id)) with check (private.runs_experience(experience_id));
create policy experience_timeslots_delete on public.experience_timeslots for delete to authenticated
  using (private.runs_experience(experience_id));
grant select on public.experience_timeslots to anon, authenticated;
grant insert (id, experience_id, start_time, end_time, days_of_week, max_spots, available_spots),
  update (start_time, end_time, days_of_week, max_spots, available_spots), delete
  on public.experience_timeslots to authenticated;

-- The ranking of guides is the region's own business; a guide sees their own places.
create policy experience_guide_rankings_select on public.experience_guide_rankings for select to authenticated
  using (guide_id = (select auth.uid())
    or exists (select 1 from public.experiences e where e.id = experience_id
      and e.territory_id = any ((select private.my_territories('staff'))::text[]))
    or (select private.is_admin()));
create policy experience_guide_rankings_insert on public.experience_guide_rankings for insert to authenticated
  with check (private.runs_experience(experience_id));
create policy experience_guide_rankings_update on public.experience_guide_rankings for update to authenticated
  using (private.runs_experience(experience_id)) with check (private.runs_experience(experience_id));
create policy experience_guide_rankings_delete on public.experience_guide_rankings for delete to authenticated
  using (private.runs_experience(experience_id));
grant select, delete on public.experience_guide_rankings to authenticated;
grant insert (experience_id, guide_id, rank), update (rank) on public.experience_guide_rankings to authenticated;

-- A guide answers for themselves, for slots of experiences that they lead or are ranked for.
create function private.guides_timeslot(timeslot_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.experience_timeslots s join public.experiences e on e.id = s.experience_id
    where s.id = guides_timeslot.timeslot_id and e.territory_id = any (private.my_territories('guide'))
      and (e.guide_id = (select auth.uid()) or exists (
        select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = (select auth.uid())))
  )
$$;
grant execute on function private.guides_timeslot(uuid) to authenticated, service_role;
create policy guide_timeslot_responses_select on public.guide_timeslot_responses for select to authenticated
  using (guide_id = (select auth.uid())
    or exists (select 1 from public.experience_timeslots s join public.experiences e on e.id = s.experience_id
      where s.id = timeslot_id and e.territory_id = any ((select private.my_territories('staff'))::text[]))
    or (select private.is_admin()));
create policy guide_timeslot_responses_insert on public.guide_timeslot_responses for insert to authenticated
  with check (guide_id = (select auth.uid()) and private.guides_timeslot(timeslot_id));
create policy guide_timeslot_responses_update on public.guide_timeslot_responses for update to authenticated
  using (guide_id = (select auth.uid()) and private.guides_timeslot(timeslot_id))
  with check (guide_id = (select auth.uid()) and private.guides_timeslot(timeslot_id));
-- The key columns are updatable because an upsert names them; the check keeps them the guide's own.
grant select, insert (guide_id, timeslot_id, response), update (guide_id, timeslot_id, response)
  on public.guide_timeslot_responses to authenticated;
create trigger guide_timeslot_responses_touch before update on public.guide_timeslot_responses
  for each row execute function private.touch_updated_at();
