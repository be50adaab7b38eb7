-- Who reads the card of a person (name, picture, country): whoever may read something that names them. The sub-selects stand under the
-- policies of their tables, so a card is public while a board post, a review or an experience of that person is; guide and guest,
-- and who writes to whom, know each other by the booking; a territory knows its people. Nobody else can be listed.

create policy profile_cards_select_anon on public.profile_cards for select to anon
  using (exists (select 1 from public.territory_messages m where m.user_id = profile_cards.id)
    or exists (select 1 from public.reviews r where r.author_id = profile_cards.id)
    or exists (select 1 from public.services e where e.guide_id = profile_cards.id)
    or exists (select 1 from public.condition_changes c where c.changed_by = profile_cards.id));

create policy profile_cards_select on public.profile_cards for select to authenticated
  using (id = (select auth.uid())
    or id = any ((select private.my_people())::uuid[])
    or (select private.is_admin())
    or exists (select 1 from public.territory_messages m where m.user_id = profile_cards.id)
    or exists (select 1 from public.reviews r where r.author_id = profile_cards.id)
    or exists (select 1 from public.services e where e.guide_id = profile_cards.id)
    or exists (select 1 from public.condition_changes c where c.changed_by = profile_cards.id)
    or exists (select 1 from public.experience_guide_rankings k where k.guide_id = profile_cards.id)
    or exists (select 1 from public.shuttle_drivers d where d.driver_id = profile_cards.id)
    or exists (select 1 from public.bookings b where b.tourist_id = profile_cards.id)
    or exists (select 1 from public.bookings b where b.guide_id = profile_cards.id)
    or exists (select 1 from public.messages m where m.sender_id = profile_cards.id)
    or exists (select 1 from public.role_requests q where q.user_id = profile_cards.id and q.status = 'pending'));
