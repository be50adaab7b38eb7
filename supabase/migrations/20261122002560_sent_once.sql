-- What people send in counts once. Whoever had no answer sends the same again: within ten minutes it is the same contribution, message
-- or application, its id is given again, and it is not counted. Otherwise as in 20261121000722.

create or replace function private.submit_content(p_media_urls text[], p_media_types text[], p_comment text, p_location text, p_territory_id text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  made uuid;
begin
  if coalesce(cardinality(p_media_urls), 0) = 0 then
    perform private.fail(400, 'media_required', 'Please upload at least one photo or video');
  elsif coalesce(btrim(p_comment), '') = '' then
    perform private.fail(400, 'comment_required', 'Please add a comment about your submission');
  elsif coalesce(btrim(p_location), '') = '' then
    perform private.fail(400, 'location_required', 'Please specify the location');
  elsif cardinality(p_media_urls) > 20 or cardinality(p_media_types) is distinct from cardinality(p_media_urls)
     or array_position(p_media_types, null) is not null or not (p_media_types <@ '{image,video}'::text[])
     or length(btrim(p_comment)) > 4000 or length(btrim(p_location)) > 200
     or exists (select 1 from unnest(p_media_urls) as url
       where url is null or url not like '/storage/v1/object/public/media/user-submissions/' || caller || '/%' or length(url) > 2000)
     or (p_territory_id is not null and not p_territory_id = any (private.open_territories())) then
    perform private.fail(400, 'invalid_input', 'Failed to submit content. Please try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('submission:' || caller, 0));
  select s.id into made from public.user_submissions s
   where s.user_id = caller and s.created_at > now() - interval '10 minutes' and s.media_urls = p_media_urls
     and s.comment = btrim(p_comment) and s.location = btrim(p_location) and s.territory_id is not distinct from p_territory_id;
  if found then
    return jsonb_build_object('id', made);
  end if;
  perform private.limit_rate(count(*) filter (where s.created_at > now() - interval '1 minute'), 5, count(*), 20)
  from public.user_submissions s where s.user_id = caller and s.created_at > now() - interval '1 hour';
  insert into public.user_submissions (user_id, territory_id, media_urls, media_types, comment, location)
  values (caller, p_territory_id, p_media_urls, p_media_types, btrim(p_comment), btrim(p_location))
  returning id into made;
  return jsonb_build_object('id', made);
end $$;

create or replace function private.submit_contact(p_name text, p_subject text, p_message text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  made uuid;
begin
  if coalesce(btrim(p_name), '') = '' or coalesce(btrim(p_message), '') = '' then
    perform private.fail(400, 'fields_required', 'Please fill in all required fields');
  elsif length(btrim(p_name)) > 120 or length(btrim(p_message)) > 4000 or length(btrim(p_subject)) > 200 then
    perform private.fail(400, 'invalid_input', 'Failed to send message. Please try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('contact:' || caller, 0));
  select c.id into made from public.contact_messages c
   where c.user_id = caller and c.created_at > now() - interval '10 minutes' and c.name = btrim(p_name) and c.message = btrim(p_message)
     and c.subject is not distinct from nullif(btrim(p_subject), '');
  if found then
    return jsonb_build_object('id', made);
  end if;
  perform private.limit_rate(count(*) filter (where c.created_at > now() - interval '1 minute'), 3, count(*), 10)
  from public.contact_messages c where c.user_id = caller and c.created_at > now() - interval '1 hour';
  insert into public.contact_messages (user_id, name, email, subject, message)
  select caller, btrim(p_name), p.email, nullif(btrim(p_subject), ''), btrim(p_message) from public.profiles p where p.id = caller
  returning id into made;
  return jsonb_build_object('id', made);
end $$;

-- Three a day from one address, sixty an hour from visitors without an account.
create or replace function private.submit_partner_application(p_kind text, p_name text, p_email text, p_phone text, p_territory_id text, p_message text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  address text := lower(btrim(p_email));
  made uuid;
begin
  if coalesce(btrim(p_name), '') = '' or coalesce(address, '') = '' or p_kind is null then
    perform private.fail(400, 'fields_required', 'Please fill in all required fields');
  elsif p_kind not in ('tour_guide', 'hotel_partner', 'transport_provider', 'influencer_partner')
     or address !~ '^[^@[:space:]]+@[^@[:space:]]+$' or length(address) > 254 or length(btrim(p_name)) > 120
     or length(btrim(p_phone)) > 40 or length(btrim(p_message)) > 4000
     or (p_territory_id is not null and not p_territory_id = any (private.open_territories())) then
    perform private.fail(400, 'invalid_input', 'Failed to submit content. Please try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('partner_application', 0));
  select a.id into made from public.partner_applications a
   where a.email = address and a.created_at > now() - interval '10 minutes' and a.user_id is not distinct from caller
     and a.kind = p_kind and a.name = btrim(p_name) and a.phone is not distinct from nullif(btrim(p_phone), '')
     and a.territory_id is not distinct from p_territory_id and a.message is not distinct from nullif(btrim(p_message), '');
  if found then
    return jsonb_build_object('id', made);
  end if;
  perform private.limit_rate(count(*) filter (where a.email = address), 3,
    count(*) filter (where caller is null and a.user_id is null and a.created_at > now() - interval '1 hour'), 60)
  from public.partner_applications a where a.created_at > now() - interval '1 day';
  insert into public.partner_applications (user_id, kind, name, email, phone, territory_id, message)
  values (caller, p_kind, btrim(p_name), address, nullif(btrim(p_phone), ''), p_territory_id, nullif(btrim(p_message), ''))
  returning id into made;
  return jsonb_build_object('id', made);
end $$;
