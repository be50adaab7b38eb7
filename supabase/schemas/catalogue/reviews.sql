-- Reviews by guests who paid and were checked in, the replies to them, their pictures, and their moderation.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references public.bookings (id) on delete cascade,
  service_id uuid not null,
  kind text not null,
  territory_id text not null references public.territories (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null
    constraint reviews_author_card_fkey references public.profile_cards (id) on delete set null,
  rating int not null check (rating between 1 and 5),
  text text check (length(text) <= 4000),
  photo_urls text[] not null default '{}' check (cardinality(photo_urls) <= 8 and private.are_own_files(photo_urls)),
  reply text check (length(reply) <= 4000),
  replied_by uuid references public.profiles (id) on delete set null,
  replied_at timestamptz,
  hidden_at timestamptz,
  reported_at timestamptz,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  foreign key (service_id, kind) references public.services (id, kind) on delete cascade
);
create index reviews_service_idx on public.reviews (service_id, created_at desc, id);
create index reviews_territory_idx on public.reviews (territory_id, created_at desc);
create index reviews_author_idx on public.reviews (author_id);
create index reviews_replied_by_idx on public.reviews (replied_by);
create index reviews_reported_idx on public.reviews (reported_at, id) where reported_at is not null and hidden_at is null;
alter table public.reviews enable row level security;
-- Some columns aren't granted. Only moderators see that a review was reported (reported_reviews). replied_by is hidden because the reply is the
-- operator's. booking_id is half of what check-in needs, so a ticket finds its review through my_reviews.
grant select (id, service_id, kind, territory_id, author_id, rating, text, photo_urls, reply, replied_at, hidden_at, created_at,
  edited_at) on public.reviews to anon, authenticated;
grant all on public.reviews to service_role;

create policy reviews_select_anon on public.reviews for select to anon
  using (hidden_at is null and territory_id = any ((select private.open_territories())::text[])
    and exists (select 1 from public.services s where s.id = service_id));
create policy reviews_select on public.reviews for select to authenticated
  using ((hidden_at is null and territory_id = any ((select private.open_territories())::text[])
      and exists (select 1 from public.services s where s.id = service_id))
    or author_id = (select private.live_user())
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));

-- The people who reported a review, each once.
create table private.review_reports (
  review_id uuid not null references public.reviews (id) on delete cascade,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, reporter_id)
);
create index review_reports_reporter_idx on private.review_reports (reporter_id, created_at);
alter table private.review_reports enable row level security;
grant all on private.review_reports to service_role;

-- Keeps the average and count of visible reviews. They are recomputed for the service that changed, so that they stay exact after edits, hiding and
-- deletion.
create function private.keep_rating()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  touched public.reviews := case when tg_op = 'DELETE' then old else new end;
begin
  perform 1 from public.services s where s.id = touched.service_id for update;
  update public.services s set rating_average = r.average, rating_count = r.number
  from (select round(avg(v.rating), 2) as average, count(*) as number from public.reviews v
        where v.service_id = touched.service_id and v.hidden_at is null) r
  where s.id = touched.service_id;
  return null;
end $$;

create trigger reviews_texts before insert or update of text, reply on public.reviews
  for each row execute function private.check_texts('text', 'reply');

create trigger reviews_keep_rating after insert or delete or update of rating, hidden_at on public.reviews
  for each row execute function private.keep_rating();

-- Returns the excerpt of a review for a notification.
create function private.review_words(p_review public.reviews)
returns text language sql immutable set search_path = '' as $$
  select private.excerpt(coalesce(p_review.text, p_review.rating || ' / 5'), 50)
$$;

-- Updates the excerpt of a review in notifications to people who decide on a report.
create function private.keep_review_notices()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.hidden_at is null then
    perform private.rewrite_notices('review:' || new.id, private.review_words(new));
  else
    perform private.rewrite_notices('review:' || old.id, null);
  end if;
  return null;
end $$;

create trigger reviews_keep_notices after delete or update of text, rating, hidden_at on public.reviews
  for each row execute function private.keep_review_notices();

-- Returns whether a booking is paid, which means charged to a card without a chargeback, or received in cash and so in the cash book of the person
-- who received it (dock/cash_book.sql).
create function private.is_paid(b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(p.captured_minor > p.refunded_minor and p.disputed_minor = 0, false) from private.payment_of(b.id) p
$$;

-- Returns whether a person runs or works for a booking's trip. This is its guide, the territory's guides for an experience, its shuttle team for
-- transport, the territory's staff and managers, and admins. Roles that they have now count, and those that ended on the day of the trip or later,
-- because a role could otherwise be dropped for a moment to write a review.
create function private.works_for(p_user_id uuid, b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(b.guide_id = p_user_id, false) or exists (
    select 1 from private.role_grants g
     where g.user_id = p_user_id
       and coalesce(least(g.revoked_at, g.dropped_at), 'infinity') >= b.booking_date
       and (g.role = 'admin' or (g.territory_id = b.territory_id and (
         g.role in ('territory_manager', 'territory_staff')
         or g.role = any (case b.kind when 'experience' then '{tour_guide}' else '{shuttle_manager,shuttle_driver}' end::text[])))))
$$;

-- Returns why the tourist of a booking can't review its trip, or null: 403 'works_for_trip', 409 'not_checked_in' and 'trip_not_paid'.
create function private.review_refusal(b private.booking_facts)
returns private.refusal language sql stable security definer set search_path = '' as $$
  select case
    when private.works_for(b.tourist_id, b) then
      (403, 'works_for_trip', 'You work for this trip, so you cannot review it', null)::private.refusal
    when b.check_in_status <> 'checked_in' then
      (409, 'not_checked_in', 'You can review a booking after you have checked in', null)::private.refusal
    when not private.is_paid(b) then
      (409, 'trip_not_paid', 'You can review a trip once it has been paid', null)::private.refusal
  end
$$;

-- Returns, for some of the caller's own bookings, each one's review ({id, rating, text, photo_urls, hidden_at} or null), and for checked-in ones why
-- they can't be reviewed, which the page shows instead of the button. Bookings with neither are left out.
create function public.my_reviews(p_booking_ids uuid[])
returns table (booking_id uuid, review jsonb, refusal text)
language sql stable security definer set search_path = '' as $$
  select b.id, case when v.id is not null then jsonb_build_object('id', v.id, 'rating', v.rating, 'text', v.text, 'photo_urls', v.photo_urls,
           'hidden_at', v.hidden_at) end, r.code
    from (select unnest(p_booking_ids[1:200]) as id) asked
    join private.booking_facts b on b.id = asked.id and b.tourist_id = (select private.live_user())
    left join public.reviews v on v.booking_id = b.id
    cross join lateral (select case when b.check_in_status = 'checked_in' then (private.review_refusal(b)).code end as code) r
   where v.id is not null or r.code is not null
$$;

-- Creates a review and returns {id}. Each booking can have one, by the tourist who was checked in and has paid. p_photo_urls are the caller's own
-- uploads. Raises 404 'booking_not_found', what review_refusal says, 409 'already_reviewed' and 'review_deleted', 400 'rating_required' and
-- 'invalid_input'.
create function public.create_review(p_booking_id uuid, p_rating int, p_text text default null, p_photo_urls text[] default '{}')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  b private.booking_facts := private.booking(p_booking_id);
  v_refusal private.refusal;
  review_id uuid;
begin
  if b.id is null or b.tourist_id is distinct from caller then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  v_refusal := private.review_refusal(b);
  if v_refusal.code is not null then
    perform private.raise_refusal(v_refusal);
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.fail(400, 'rating_required', 'Please choose a rating from 1 to 5');
  elsif coalesce(cardinality(p_photo_urls), 0) > 8 or length(private.trimmed(p_text)) > 4000 or not private.are_own_files(p_photo_urls) or exists (
    select 1 from unnest(p_photo_urls) as url
    where url not like '/storage/v1/object/public/media/user-submissions/' || caller || '/%') then
    perform private.fail(400, 'invalid_input', 'This review can''t be saved');
  end if;
  insert into public.reviews (booking_id, service_id, kind, territory_id, author_id, rating, text, photo_urls)
  values (b.id, b.service_id, b.kind, b.territory_id, caller, p_rating, nullif(private.trimmed(private.visible_text(p_text)), ''),
    coalesce(p_photo_urls, '{}'))
  on conflict do nothing returning id into review_id;
  if review_id is null then
    perform private.fail(409, 'already_reviewed', 'You''ve already reviewed this booking');
  -- This is checked only now, because the insert above waited for a concurrent deletion.
  elsif private.review_was_deleted(p_booking_id) then
    perform private.fail(409, 'review_deleted', 'You''ve deleted your review of this trip, so you can''t review it again.');
  end if;
  return jsonb_build_object('id', review_id);
end $$;

-- Returns a review that its author can change, locked. Raises 404 'review_not_found', also for others' reviews, and 409 'review_hidden'. A hidden
-- review can't be changed or deleted, so that it doesn't reappear as a new one.
create function private.own_review(p_review_id uuid)
returns public.reviews language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  review public.reviews;
begin
  select * into review from public.reviews r where r.id = p_review_id and r.author_id = caller for update;
  if review.id is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  elsif review.hidden_at is not null then
    perform private.fail(409, 'review_hidden', 'The region''s team has hidden this review, so you can no longer edit it.');
  end if;
  return review;
end $$;

-- Edits the author's own review. Photos must be its existing ones or the author's uploads. An open report stays open. Raises what own_review does,
-- 403 'works_for_trip' for an author who works for the trip by now, 400 'rating_required' and 'invalid_input', and 429 'rate_limited'.
create function public.edit_review(p_review_id uuid, p_rating int, p_text text default null, p_photo_urls text[] default '{}')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  review public.reviews := private.own_review(p_review_id);
  v_text text := nullif(private.trimmed(private.visible_text(p_text)), '');
  v_photos text[] := coalesce(p_photo_urls, '{}');
  b private.booking_facts := private.booking(review.booking_id);
begin
  if private.works_for(review.author_id, b) then
    perform private.fail(403, 'works_for_trip', 'You work on this trip, so you can''t review it.');
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.fail(400, 'rating_required', 'Please choose a rating from 1 to 5');
  elsif cardinality(v_photos) > 8 or length(v_text) > 4000 or not private.are_own_files(v_photos) or exists (
    select 1 from unnest(v_photos) as url
    where url is null or (url <> all (review.photo_urls)
      and url not like '/storage/v1/object/public/media/user-submissions/' || review.author_id || '/%')) then
    perform private.fail(400, 'invalid_input', 'This review can''t be saved');
  end if;
  -- The same edit arrived again, because the first response was lost.
  if (review.rating, review.text, review.photo_urls) is distinct from (p_rating, v_text, v_photos) then
    perform private.limit_edits(review.edited_at);
    update public.reviews set rating = p_rating, text = v_text, photo_urls = v_photos, edited_at = now() where id = p_review_id;
  end if;
  return jsonb_build_object('id', p_review_id);
end $$;

-- Returns whether the review of a booking was deleted by its author.
create function private.review_was_deleted(p_booking_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id = p_booking_id and b.review_deleted_at is not null)
$$;

-- Deletes the author's own review with its reply and reports. The booking can't be reviewed again, because deleting and rewriting would bypass the
-- pause between edits and resolved reports. Raises what own_review does. Locks the review, then its service, then its booking.
create function public.delete_review(p_review_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  review public.reviews := private.own_review(p_review_id);
begin
  delete from public.reviews where id = review.id;
  update public.bookings set review_deleted_at = now() where id = review.booking_id;
end $$;

-- Saves the public reply to a review by the service's operator (private.operates). An empty text removes it. p_expected is the reply that the form
-- was opened with, empty if there was none. Raises 404 'review_not_found', 403 'forbidden', 400 'reply_too_long' and 409 'changed_meanwhile'. Locks
-- the review.
create function public.reply_review(p_review_id uuid, p_reply text, p_expected text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  review public.reviews;
  answer text := nullif(private.trimmed(private.visible_text(p_reply)), '');
begin
  select * into review from public.reviews r where r.id = p_review_id for update;
  if review.id is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  elsif not private.operates(review.service_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to reply to this review');
  elsif length(answer) > 4000 then
    perform private.fail(400, 'reply_too_long', 'Please keep your reply under 4000 characters');
  elsif coalesce(review.reply, '') <> p_expected and review.reply is distinct from answer then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  update public.reviews set reply = answer, replied_by = case when answer is not null then caller end,
    replied_at = case when answer is not null then now() end
  where id = p_review_id and reply is distinct from answer; -- an equal one arrived again, because the first response was lost
  return jsonb_build_object('id', p_review_id);
end $$;

-- Reports a review for any signed-in reader, and notifies the territory's staff of the first report. A second report by the same person changes
-- nothing even if the first is resolved, unless the review was edited since. Raises 404 'review_not_found' and 429 'rate_limited'. Locks the
-- reporter, then the review.
create function public.report_review(p_review_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  review public.reviews;
begin
  if exists (select 1 from private.review_reports r join public.reviews v on v.id = r.review_id
              where r.review_id = p_review_id and r.reporter_id = caller and r.created_at >= coalesce(v.edited_at, '-infinity')) then
    return jsonb_build_object('reported', true);
  end if;
  perform private.limit_reports(caller);
  select * into review from public.reviews r
   where r.id = p_review_id and r.hidden_at is null and r.territory_id = any (private.open_territories() || private.my_connected_territories())
     for update;
  if review.id is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  end if;
  insert into private.review_reports (review_id, reporter_id) values (review.id, caller)
  on conflict (review_id, reporter_id) do update set created_at = now() where review_reports.created_at < review.edited_at;
  if found and review.reported_at is null then
    update public.reviews set reported_at = now() where id = p_review_id;
    perform private.notify_all(array(select m from private.moderators(review.territory_id, review.author_id) m where m <> caller),
      'reported_review', 'review_reported', jsonb_build_object('excerpt', private.review_words(review)), review.territory_id, 'review:' || review.id);
  end if;
  return jsonb_build_object('reported', true);
end $$;

-- Returns reported reviews without a decision, the oldest report first, after p_at and p_id. These are of the caller's territories, and for admins of
-- all.
create function public.reported_reviews(p_at timestamptz default null, p_id uuid default null, p_limit int default 50)
returns table (id uuid, reported_at timestamptz, rating int, text text, photo_urls text[], territory_id text, author_name text)
language sql stable security definer set search_path = '' as $$
  select r.id, r.reported_at, r.rating, r.text, r.photo_urls, r.territory_id, p.full_name
    from public.reviews r left join public.profiles p on p.id = r.author_id
   where r.reported_at is not null and r.hidden_at is null
     and (r.territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
     and (p_at is null or (r.reported_at, r.id) > (p_at, p_id))
   order by r.reported_at, r.id limit least(greatest(p_limit, 1), 100)
$$;

-- Hides a review, or shows it again and resolves the report. Raises 404 'review_not_found', 403 'forbidden', 'own_trip' for the trip's guide, and
-- 'own_words' if callers show their own review.
create function public.hide_review(p_review_id uuid, p_hidden boolean default true)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  region text;
  author uuid;
begin
  perform private.require_user();
  select r.territory_id, r.author_id into region, author from public.reviews r where r.id = p_review_id;
  if region is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  elsif not private.runs_territory(region) then
    perform private.fail(403, 'forbidden', 'You do not have permission to moderate reviews here');
  elsif exists (select 1 from public.reviews r join public.bookings b on b.id = r.booking_id
                 where r.id = p_review_id and b.guide_id = auth.uid()) then
    perform private.fail(403, 'own_trip', 'You can''t decide on a review of a trip you led. Please ask a colleague.');
  elsif not p_hidden then
    perform private.not_own_words(author);
  end if;
  update public.reviews set hidden_at = case when p_hidden then coalesce(hidden_at, now()) end,
    reported_at = case when p_hidden then reported_at end
  where id = p_review_id;
  perform private.audit(case when p_hidden then 'review_hidden' else 'review_shown' end, region, 'reviews', p_review_id::text);
  return jsonb_build_object('hidden', p_hidden);
end $$;

-- Returns whether the caller belongs to the operator of a service: people who run its territory, the guide who leads the experience, and the
-- territory's shuttle managers for transport.
create function private.operates(p_service_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.services s where s.id = p_service_id and (private.runs_territory(s.territory_id)
    or (s.kind = 'transport' and s.territory_id = any (private.my_territories('shuttle')))
    or (s.guide_id = (select auth.uid()) and s.territory_id = any (private.my_territories('guide')))))
$$;

-- Returns whether the caller can reply to and hide the reviews of a service. Each page calls it once.
create function public.my_review_rights(p_service_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('reply', private.operates(s.id), 'hide', private.runs_territory(s.territory_id))
      from public.services s where s.id = p_service_id),
    '{"reply": false, "hide": false}')
$$;

-- Checks that a review's photo is an existing upload of its author, because a URL alone could point anywhere.
create function private.check_review_photos()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from unnest(new.photo_urls) as url
     where (tg_op = 'INSERT' or url <> all (old.photo_urls)) and not exists (
       select 1 from storage.objects o
        where o.bucket_id = 'media' and o.owner_id = new.author_id::text
          and '/storage/v1/object/public/media/' || o.name = url)) then
    perform private.fail(400, 'invalid_input', 'This review can''t be saved');
  end if;
  return new;
end $$;

create trigger reviews_check_photos before insert or update of photo_urls on public.reviews
  for each row when (not private.is_trusted_caller() and cardinality(new.photo_urls) > 0) execute function private.check_review_photos();
