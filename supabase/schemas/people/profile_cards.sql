-- A person's card (name, picture, country) may be read by those who may read something that names them. The subqueries are subject to their tables' policies,
-- so a card is public while the person has a board post, a review or an experience; guide and guest, and the people of a conversation, see each other through
-- the booking; a team sees its territory's people. No one else can be listed.

create policy profile_cards_select_anon on public.profile_cards for select to anon
  using (exists (select 1 from public.territory_messages m where m.user_id = profile_cards.id)
    or exists (select 1 from public.reviews r where r.author_id = profile_cards.id)
    or exists (select 1 from public.services e where e.guide_id = profile_cards.id)
    or exists (select 1 from public.conditions c where c.posted_by = profile_cards.id));

create policy profile_cards_select on public.profile_cards for select to authenticated
  using (id = (select private.live_user())
    or id = any ((select private.my_people())::uuid[])
    or (select private.is_admin())
    or exists (select 1 from public.territory_messages m where m.user_id = profile_cards.id)
    or exists (select 1 from public.reviews r where r.author_id = profile_cards.id)
    or exists (select 1 from public.services e where e.guide_id = profile_cards.id)
    or exists (select 1 from public.conditions c where c.posted_by = profile_cards.id)
    or exists (select 1 from public.experience_guide_rankings k where k.guide_id = profile_cards.id)
    or exists (select 1 from public.shuttle_drivers d where d.driver_id = profile_cards.id)
    or exists (select 1 from public.bookings b where b.tourist_id = profile_cards.id)
    or exists (select 1 from public.bookings b where b.guide_id = profile_cards.id)
    or exists (select 1 from public.messages m where m.sender_id = profile_cards.id)
    or exists (select 1 from public.role_requests q where q.user_id = profile_cards.id and q.status = 'pending'));
