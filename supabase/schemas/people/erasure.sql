-- Erases an account part by part: what is deleted, and what stays without the person (docs/decisions/0007).

-- Returns patterns for what identifies the person in texts: the address, the name, and the phone numbers given with bookings and shown to guests,
-- with any spacing.
create function private.person_patterns(p_user_id uuid)
returns text[] language sql stable security definer set search_path = '' as $$
  with numbers as (
    select b.whatsapp_number as number from public.bookings b where b.tourist_id = p_user_id
    union select n.whatsapp_number from private.guide_numbers n where n.user_id = p_user_id)
  select array(
    select private.literal_pattern(p.email) from public.profiles p where p.id = p_user_id and p.email <> ''
    union all
    select '\m' || regexp_replace(private.literal_pattern(btrim(p.full_name)), '\s+', '\\s+', 'g') || '\M'
      from public.profiles p where p.id = p_user_id and length(btrim(p.full_name)) >= 3
    union all
    select '\+?' || regexp_replace(regexp_replace(n.number, '\D', '', 'g'), '(\d)(?=\d)', '\1[ ().-]*', 'g')
      from numbers n where length(regexp_replace(n.number, '\D', '', 'g')) >= 7)
$$;

-- Removes the names, notes and tags from bookings, which keep what was bought, when, for how much and where.
create function private.scrub_bookings(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.bookings set whatsapp_number = '', hotel_name = null, hotel_address = null, passport_images = '{}', passenger_details = '[]'
  where tourist_id = p_user_id;
  -- A hotel that no one else has entered may be their own house.
  update private.pickup_orders o set places = array(
    select w.place from unnest(o.places) with ordinality w (place, at)
     where w.place in (select private.place_key(b.hotel_name) from public.bookings b where b.service_id = o.transport_id)
     order by w.at)
   where o.transport_id in (select b.service_id from public.bookings b where b.tourist_id = p_user_id);
  delete from private.pickup_times p
   where p.transport_id in (select b.service_id from public.bookings b where b.tourist_id = p_user_id)
     and p.place not in (select k from public.bookings b, private.place_key(b.hotel_name) k where b.service_id = p.transport_id and k is not null);
  delete from private.pickup_changes c
   where c.transport_id in (select b.service_id from public.bookings b where b.tourist_id = p_user_id)
     and c.place not in (select k from public.bookings b, private.place_key(b.hotel_name) k where b.service_id = c.transport_id and k is not null);
  -- The hash is removed too, because it could confirm a guess of the form.
  update private.holds set form = '{}', payload_hash = '' where user_id = p_user_id;
  delete from public.booking_codes where tourist_id = p_user_id;
  delete from private.booking_notes n where n.guest_id = p_user_id or n.booking_id in (select b.id from public.bookings b where b.tourist_id = p_user_id);
  delete from private.booking_tags t where t.booking_id in (select b.id from public.bookings b where b.tourist_id = p_user_id);
end $$;

-- Removes author, address, name and number from messages to others, which stay where they were read. Photos are deleted with their files.
create function private.scrub_words(p_user_id uuid, p_patterns text[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  any_of text := array_to_string(p_patterns, '|');
begin
  update public.territory_messages set message = private.redact(message, p_patterns)
  where user_id = p_user_id and message ~* any_of;
  update public.messages set message = private.redact(message, p_patterns) where sender_id = p_user_id and message ~* any_of;
  update public.reviews set photo_urls = '{}', text = private.redact(text, p_patterns) where author_id = p_user_id;
  update public.reviews set reply = private.redact(reply, p_patterns) where replied_by = p_user_id and reply ~* any_of;
  -- A translation that contains their name is deleted as a whole.
  update public.conditions c set text = private.redact(c.text, p_patterns), translations = case when c.translations::text ~* any_of then '{}' else c.translations end
  where c.posted_by = p_user_id and (c.text ~* any_of or c.translations::text ~* any_of);
  update public.condition_changes c set text = private.redact(c.text, p_patterns), translations = case when c.translations::text ~* any_of then '{}' else c.translations end
  where c.changed_by = p_user_id and (c.text ~* any_of or c.translations::text ~* any_of);
  -- Staff notes on status changes of bookings that are the person's, or that they transferred or paid for.
  update public.booking_events e set detail = e.detail || jsonb_build_object('note', private.redact(e.detail ->> 'note', p_patterns))
    from private.booking_facts f
  where e.detail ->> 'note' ~* any_of and e.booking_id = f.id
    and private.was_booking_of(f, p_user_id);
  update public.audit_log a set detail = a.detail || jsonb_build_object('reason', private.redact(a.detail ->> 'reason', p_patterns))
    from private.booking_facts f
  where a.action = 'set_booking_status' and a.subject_id = f.id::text and a.subject_table in ('bookings', 'transport_bookings')
    and a.detail ->> 'reason' ~* any_of and private.was_booking_of(f, p_user_id);
  -- Notes on bookings that the person transferred or paid for; those on the person's own are deleted.
  update private.booking_notes n set text = left(private.redact(n.text, p_patterns), 1000)
    from private.booking_facts f
  where n.text ~* any_of and n.booking_id = f.id and private.was_booking_of(f, p_user_id);
  update public.message_reports set reason = private.redact(reason, p_patterns) where reporter_id = p_user_id and reason ~* any_of;
  -- Others' notifications contain excerpts of messages, role requests, cash handovers, and which guide returned, or which guide or driver declined.
  update public.notifications n set params = (
    select jsonb_object_agg(v.key, case when jsonb_typeof(v.value) = 'string' then to_jsonb(private.redact(v.value #>> '{}', p_patterns)) else v.value end)
      from jsonb_each(n.params) v)
  where n.params::text ~* any_of and (
    n.booking_id in (select m.booking_id from public.messages m where m.sender_id = p_user_id)
    or (n.type = 'role_request' and exists (
      select 1 from public.role_requests q where q.user_id = p_user_id and coalesce(n.territory_id, q.territory_id) is not distinct from q.territory_id))
    or (n.type = 'cash_handover' and n.about in (
      select 'handover:' || h.id from public.cash_handovers h where h.person_id = p_user_id))
    or (n.type in ('guide_left', 'no_guide') and n.territory_id in (
      select g.territory_id from private.role_grants g where g.user_id = p_user_id and g.role = 'tour_guide'))
    or (n.type = 'driver_answer' and n.territory_id in (
      select g.territory_id from private.role_grants g where g.user_id = p_user_id and g.role = 'shuttle_driver'))
    or (n.type in ('board_message', 'board_reply', 'reported_message') and n.territory_id in (
      select b.territory_id from public.territory_messages b where b.user_id = p_user_id))
    or (n.type = 'reported_review' and n.territory_id in (select r.territory_id from public.reviews r where r.author_id = p_user_id)));
end $$;

-- Removes emails and notifications to the person, sent or not. Of emails to others, unsent ones about the person's messages are discarded, and sent
-- ones keep neither name nor text.
create function private.scrub_outbox(p_user_id uuid, p_email text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  written text[] := array(select m.id::text from public.messages m where m.sender_id = p_user_id);
begin
  delete from private.outbox where lower(recipient) = p_email or recipient = p_user_id::text;
  delete from private.outbox where kind = 'message' and payload ->> 'sender_id' = p_user_id::text;
  delete from private.outbox where template = 'contact_message' and dedupe_key in (
    select 'email:contact_message:' || c.id from public.contact_messages c where c.user_id = p_user_id);
  delete from private.outbox where template = 'invite' and payload ->> 'invite_id' in (
    select i.id::text from public.invites i where i.invited_by = p_user_id);
  delete from private.outbox where template = 'message' and state in ('queued', 'sending')
    and (payload ->> 'message_id' = any (written) or payload -> 'message_ids' ?| written);
  update private.outbox set payload = payload - 'sender_name' - 'text'
  where template = 'message' and payload ->> 'message_id' = any (written);
end $$;

-- Deletes what the person sent only to us, and invitations in their name.
create function private.drop_letters(p_user_id uuid, p_email text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.user_submissions where user_id = p_user_id;
  delete from public.contact_messages where user_id = p_user_id or lower(email) = p_email;
  delete from public.partner_applications where user_id = p_user_id or lower(email) = p_email;
  -- The invitation stays without its recipient.
  update public.invites set email = '', full_name = '', business_name = null,
    withdrawn_at = case when redeemed_at is null then coalesce(withdrawn_at, now()) end
  where email = p_email or redeemed_by = p_user_id;
  update public.referral_links set active = false, name = 'Deleted account' where user_id = p_user_id;
end $$;

-- Ends each role as if it had been revoked: the next guide in the ranking takes over, and schedules and open invitations end.
create function private.leave_roles(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  ended record;
begin
  for ended in
    update private.role_grants set revoked_at = now() where user_id = p_user_id and revoked_at is null returning role, territory_id
  loop
    perform private.end_role(p_user_id, ended.role, ended.territory_id);
  end loop;
  update public.services e set guide_id = (
    select r.guide_id from public.experience_guide_rankings r
    where r.experience_id = e.id and r.guide_id <> p_user_id order by r.rank limit 1)
  where e.guide_id = p_user_id;
end $$;

-- Gives the entries of the audit log one pseudonym that leads to no one.
create function private.pseudonymise_trail(p_user_id uuid, p_email text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  alias uuid := gen_random_uuid();
begin
  update public.audit_log set detail = detail - 'full_name' - 'business_name' - 'email' - 'account_number'
  where subject_table = 'profiles' and subject_id = p_user_id::text;
  update public.audit_log set subject_id = alias::text where subject_table = 'profiles' and subject_id = p_user_id::text;
  update public.audit_log set actor_id = alias where actor_id = p_user_id;
  -- An address may be inside a stored text, such as a response of the email service. It contains an @, so it is always inside a JSON string.
  update public.audit_log set detail = regexp_replace(detail::text, private.literal_pattern(p_email), '[removed]', 'gi')::jsonb
  where p_email like '%@%' and strpos(lower(detail::text), p_email) > 0;
  insert into public.audit_log (actor_id, action, subject_table, subject_id) values (alias, 'account_deleted', 'profiles', alias::text);
end $$;

-- Deletes everything of a person without any check. Deleting a user in the auth service's dashboard calls it too. Locks the profile.
create function private.erase_person(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  address text;
  patterns text[];
begin
  select lower(p.email) into address from public.profiles p where p.id = p_user_id for update;
  if not found then
    return;
  end if;
  patterns := private.person_patterns(p_user_id);
  if cardinality(patterns) = 0 then
    patterns := array['$.']; -- what must not remain at the end
  end if;
  perform private.scrub_words(p_user_id, patterns);
  perform private.scrub_outbox(p_user_id, address);
  perform private.scrub_bookings(p_user_id);
  perform private.scrub_transfers(p_user_id, address);
  perform private.drop_letters(p_user_id, address);
  perform private.leave_roles(p_user_id);
  perform private.pseudonymise_trail(p_user_id, address);
  delete from private.links where subject_id = p_user_id;
  -- Notifications, requests, follows and responses are deleted with it, and every other row stays without the reference.
  delete from public.profiles where id = p_user_id;
end $$;
