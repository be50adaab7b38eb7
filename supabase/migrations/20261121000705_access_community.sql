-- Who reads and writes the board, conversations, notifications, reviews and what people send in.

-- Board: a message that the moderators hid is theirs and its author's. user_id is forced by a trigger.
create policy territory_messages_select_anon on public.territory_messages for select to anon
  using (hidden_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy territory_messages_select on public.territory_messages for select to authenticated
  using ((hidden_at is null and territory_id = any ((select private.open_territories())::text[]))
    or user_id = (select auth.uid())
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));
create policy territory_messages_insert on public.territory_messages for insert to authenticated
  with check (user_id = (select auth.uid()) and territory_id = any ((select private.open_territories())::text[]));
alter table public.territory_messages alter column user_id set default auth.uid();
grant select on public.territory_messages to anon, authenticated;
grant insert (territory_id, message, parent_id) on public.territory_messages to authenticated;

create policy territory_followers_select on public.territory_followers for select to anon, authenticated
  using (territory_id = any ((select private.open_territories())::text[]));
create policy territory_followers_insert on public.territory_followers for insert to authenticated
  with check (user_id = (select auth.uid()) and territory_id = any ((select private.open_territories())::text[]));
create policy territory_followers_delete on public.territory_followers for delete to authenticated
  using (user_id = (select auth.uid()));
alter table public.territory_followers alter column user_id set default auth.uid();
grant select on public.territory_followers to anon, authenticated;
grant insert (territory_id, user_id), delete on public.territory_followers to authenticated;

-- What people send in is written by functions and read by those who review it.
create policy message_reports_select on public.message_reports for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select on public.message_reports to authenticated;
create policy user_submissions_select on public.user_submissions for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select on public.user_submissions to authenticated;
create policy partner_applications_select on public.partner_applications for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select on public.partner_applications to authenticated;
-- A contact message belongs to no region.
create policy contact_messages_select on public.contact_messages for select to authenticated
  using ((select private.is_admin()));
grant select on public.contact_messages to authenticated;

create policy reviews_select_anon on public.reviews for select to anon
  using (hidden_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy reviews_select on public.reviews for select to authenticated
  using ((hidden_at is null and territory_id = any ((select private.open_territories())::text[]))
    or author_id = (select auth.uid())
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));
grant select on public.reviews to anon, authenticated;

create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.notifications to authenticated;

-- Conversations: the tourist, the guide of the booking, the staff and managers of the region, and for transport its shuttle
-- managers. The booking's people are copied onto the message so that the newest ten are one index scan.
alter table public.messages
  add column tourist_id uuid references public.profiles (id) on delete set null,
  add column guide_id uuid references public.profiles (id) on delete set null,
  add column territory_id text references public.territories (id);
create index messages_tourist_idx on public.messages (tourist_id, created_at desc, id);
create index messages_guide_idx on public.messages (guide_id, created_at desc, id);
create index messages_territory_idx on public.messages (territory_id, created_at desc, id);

create function private.fill_message_participants()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.booking_id is not null then
    select b.tourist_id, b.guide_id, b.territory_id into new.tourist_id, new.guide_id, new.territory_id
    from public.bookings b where b.id = new.booking_id;
  else
    select b.tourist_id, null, b.territory_id into new.tourist_id, new.guide_id, new.territory_id
    from public.transport_bookings b where b.id = new.transport_booking_id;
  end if;
  return new;
end $$;
create trigger messages_fill_participants before insert on public.messages
  for each row execute function private.fill_message_participants();

create policy messages_select on public.messages for select to authenticated
  using (tourist_id = (select auth.uid())
    or (guide_id = (select auth.uid()) and territory_id = any ((select private.my_territories('guide'))::text[]))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_booking_id is not null and territory_id = any ((select private.my_territories('shuttle'))::text[])));
grant select on public.messages to authenticated;
