-- Conversations about a booking, reviews of what was experienced.

-- Who takes part in the conversation about a booking, seen from the caller: 'tourist', 'host' (guide, staff, manager, and for
-- transport the shuttle manager) or null.
create function private.conversation_side(p_kind text, p_booking_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when b.tourist_id = (select auth.uid()) then 'tourist'
    when b.territory_id = any (private.my_territories('staff')) then 'host'
    when b.guide_id = (select auth.uid()) and b.territory_id = any (private.my_territories('guide')) then 'host'
    when p_kind = 'transport' and b.territory_id = any (private.my_territories('shuttle')) then 'host'
  end
  from (
    select e.tourist_id, e.territory_id, e.guide_id from public.bookings e where p_kind = 'experience' and e.id = p_booking_id
    union all
    select t.tourist_id, t.territory_id, null from public.transport_bookings t where p_kind = 'transport' and t.id = p_booking_id
  ) b
$$;

-- Those on the host's side who hear of a tourist's message: the guide; the shuttle managers; else who looks after the region.
create function private.conversation_hosts(p_kind text, p_territory_id text, p_guide_id uuid)
returns setof uuid language sql stable security definer set search_path = '' as $$
  with nearest as (
    select p_guide_id as id where p_guide_id is not null
    union
    select g.user_id from private.role_grants g
    where p_kind = 'transport' and g.role = 'shuttle_manager' and g.territory_id = p_territory_id
      and g.revoked_at is null and g.dropped_at is null
  )
  select id from nearest
  union
  select m from private.moderators(p_territory_id) m where not exists (select 1 from nearest)
$$;

-- Writes a message, the other side's notification, and one e-mail each into the outbox. → {id, created_at}
create function private.send_message(p_kind text, p_booking_id uuid, p_message text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  side text := private.conversation_side(p_kind, p_booking_id);
  sent public.messages;
  other uuid;
begin
  if side is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  elsif coalesce(btrim(p_message), '') = '' then
    perform private.fail(400, 'message_required', 'Please enter a message');
  elsif length(btrim(p_message)) > 4000 then
    perform private.fail(400, 'message_too_long', 'Please keep your message under 4000 characters');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('message:' || caller, 0));
  -- A guide writes to a whole group with one message a booking.
  perform private.limit_rate(count(*) filter (where m.created_at > now() - interval '1 minute'), 60, count(*), 600)
  from public.messages m where m.sender_id = caller and m.created_at > now() - interval '1 hour';
  insert into public.messages (booking_id, transport_booking_id, sender_id, message)
  values (case when p_kind = 'experience' then p_booking_id end, case when p_kind = 'transport' then p_booking_id end,
    caller, btrim(p_message))
  returning * into sent;
  for other in
    select sent.tourist_id where side = 'host' and sent.tourist_id is not null
    union select h from private.conversation_hosts(p_kind, sent.territory_id, sent.guide_id) h where side = 'tourist' and h <> caller
  loop
    insert into public.notifications (user_id, type, title, message, territory_id, booking_id, transport_booking_id)
    values (other, 'message', 'New message', private.excerpt(sent.message, 50), sent.territory_id, sent.booking_id,
      sent.transport_booking_id);
    insert into private.outbox (dedupe_key, kind, template, recipient, payload)
    select 'message:' || sent.id || ':' || other, 'email', 'message', p.email,
      -- Not the keys kind and booking_id: with them the outbox adds the booking's data, and the check-in code is the tourist's.
      jsonb_build_object('message_id', sent.id, 'text', sent.message, 'full_name', p.full_name,
        'sender_name', (select s.full_name from public.profiles s where s.id = caller),
        'conversation', jsonb_build_object('kind', p_kind, 'booking_id', p_booking_id))
    from public.profiles p where p.id = other and p.email <> ''
    on conflict (dedupe_key) do nothing;
  end loop;
  return jsonb_build_object('id', sent.id, 'created_at', sent.created_at);
end $$;

-- Average and count of what is visible. Recomputed for the one service that changed: exact after edits, hiding and deletion.
create function private.keep_rating()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  touched public.reviews := case when tg_op = 'DELETE' then old else new end;
begin
  if touched.experience_id is not null then
    perform 1 from public.experiences e where e.id = touched.experience_id for update;
    update public.experiences e set rating_average = r.average, rating_count = r.number
    from (select round(avg(v.rating), 2) as average, count(*) as number from public.reviews v
          where v.experience_id = touched.experience_id and v.hidden_at is null) r
    where e.id = touched.experience_id;
  else
    perform 1 from public.territory_transports t where t.id = touched.transport_id for update;
    update public.territory_transports t set rating_average = r.average, rating_count = r.number
    from (select round(avg(v.rating), 2) as average, count(*) as number from public.reviews v
          where v.transport_id = touched.transport_id and v.hidden_at is null) r
    where t.id = touched.transport_id;
  end if;
  return null;
end $$;
create trigger reviews_keep_rating after insert or delete or update of rating, hidden_at on public.reviews
  for each row execute function private.keep_rating();

-- One review a booking, by the tourist who was there. p_photo_urls: uploads of the caller's own. → {id}
create function private.create_review(p_kind text, p_booking_id uuid, p_rating int, p_text text, p_photo_urls text[])
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  booked record;
  review_id uuid;
begin
  select b.* into booked from (
    select e.territory_id, e.experience_id, null::uuid as transport_id, e.check_in_status from public.bookings e
      where p_kind = 'experience' and e.id = p_booking_id and e.tourist_id = caller
    union all
    select t.territory_id, null, t.transport_id, t.check_in_status from public.transport_bookings t
      where p_kind = 'transport' and t.id = p_booking_id and t.tourist_id = caller
  ) b;
  if booked is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  elsif booked.check_in_status <> 'checked_in' then
    perform private.fail(409, 'not_checked_in', 'You can review a booking after you have checked in');
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.fail(400, 'rating_required', 'Please choose a rating from 1 to 5');
  elsif coalesce(cardinality(p_photo_urls), 0) > 8 or length(btrim(p_text)) > 4000 or exists (
    select 1 from unnest(p_photo_urls) as url
    where url is null or url not like '/storage/v1/object/public/media/user-submissions/' || caller || '/%' or length(url) > 2000) then
    perform private.fail(400, 'invalid_input', 'This review cannot be saved');
  end if;
  insert into public.reviews (booking_id, transport_booking_id, experience_id, transport_id, territory_id, author_id, rating, text, photo_urls)
  values (case when p_kind = 'experience' then p_booking_id end, case when p_kind = 'transport' then p_booking_id end,
    booked.experience_id, booked.transport_id, booked.territory_id, caller, p_rating, nullif(btrim(p_text), ''),
    coalesce(p_photo_urls, '{}'))
  on conflict do nothing returning id into review_id;
  if review_id is null then
    perform private.fail(409, 'already_reviewed', 'You have already reviewed this booking');
  end if;
  return jsonb_build_object('id', review_id);
end $$;

-- The public answer to a review: the staff of the region, or the guide who leads the experience. Empty text takes it back.
create function private.reply_review(p_review_id uuid, p_reply text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  review public.reviews;
begin
  select * into review from public.reviews r where r.id = p_review_id for update;
  if review.id is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  elsif not private.runs_territory(review.territory_id) and not exists (
    select 1 from public.experiences e where e.id = review.experience_id and e.guide_id = caller
      and e.territory_id = any (private.my_territories('guide'))) then
    perform private.fail(403, 'forbidden', 'You do not have permission to reply to this review');
  end if;
  update public.reviews set reply = left(nullif(btrim(p_reply), ''), 4000),
    replied_by = case when nullif(btrim(p_reply), '') is not null then caller end,
    replied_at = case when nullif(btrim(p_reply), '') is not null then now() end
  where id = p_review_id;
  return jsonb_build_object('id', p_review_id);
end $$;

-- Any signed-in reader may report a review; the region's staff hears of the first report.
create function private.report_review(p_review_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  review public.reviews;
begin
  select * into review from public.reviews r where r.id = p_review_id and r.hidden_at is null for update;
  if review.id is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  end if;
  if review.reported_at is null then
    update public.reviews set reported_at = now() where id = p_review_id;
    insert into public.notifications (user_id, type, title, message, territory_id)
    select m, 'reported_review', 'Review Reported', private.excerpt(coalesce(review.text, review.rating || ' / 5'), 50), review.territory_id
    from private.moderators(review.territory_id) m where m <> caller;
  end if;
  return jsonb_build_object('reported', true);
end $$;

-- Hides a review, or shows it again and settles the report.
create function private.hide_review(p_review_id uuid, p_hidden boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  region text := (select r.territory_id from public.reviews r where r.id = p_review_id);
begin
  perform private.require_user();
  if region is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  elsif not private.runs_territory(region) then
    perform private.fail(403, 'forbidden', 'You do not have permission to moderate reviews here');
  end if;
  update public.reviews set hidden_at = case when p_hidden then coalesce(hidden_at, now()) end,
    reported_at = case when p_hidden then reported_at end
  where id = p_review_id;
  perform private.audit(case when p_hidden then 'review_hidden' else 'review_shown' end, region, 'reviews', p_review_id::text);
  return jsonb_build_object('hidden', p_hidden);
end $$;

grant execute on function private.send_message(text, uuid, text), private.create_review(text, uuid, int, text, text[]),
  private.reply_review(uuid, text), private.report_review(uuid), private.hide_review(uuid, boolean) to authenticated;

create function public.send_message(p_kind text, p_booking_id uuid, p_message text)
returns jsonb language sql set search_path = '' as $$ select private.send_message(p_kind, p_booking_id, p_message) $$;
create function public.create_review(p_kind text, p_booking_id uuid, p_rating int, p_text text default null, p_photo_urls text[] default '{}')
returns jsonb language sql set search_path = '' as $$ select private.create_review(p_kind, p_booking_id, p_rating, p_text, p_photo_urls) $$;
create function public.reply_review(p_review_id uuid, p_reply text)
returns jsonb language sql set search_path = '' as $$ select private.reply_review(p_review_id, p_reply) $$;
create function public.report_review(p_review_id uuid)
returns jsonb language sql set search_path = '' as $$ select private.report_review(p_review_id) $$;
create function public.hide_review(p_review_id uuid, p_hidden boolean default true)
returns jsonb language sql set search_path = '' as $$ select private.hide_review(p_review_id, p_hidden) $$;
grant execute on function public.send_message(text, uuid, text), public.create_review(text, uuid, int, text, text[]),
  public.reply_review(uuid, text), public.report_review(uuid), public.hide_review(uuid, boolean) to authenticated;
