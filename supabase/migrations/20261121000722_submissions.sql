-- What people send in, and the review queue of the region's staff and the admins.

-- p_media_urls: uploads of the caller's own, p_media_types in step with them. → {id}
create function private.submit_content(p_media_urls text[], p_media_types text[], p_comment text, p_location text, p_territory_id text)
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
  perform private.limit_rate(count(*) filter (where s.created_at > now() - interval '1 minute'), 5, count(*), 20)
  from public.user_submissions s where s.user_id = caller and s.created_at > now() - interval '1 hour';
  insert into public.user_submissions (user_id, territory_id, media_urls, media_types, comment, location)
  values (caller, p_territory_id, p_media_urls, p_media_types, btrim(p_comment), btrim(p_location))
  returning id into made;
  return jsonb_build_object('id', made);
end $$;

-- The address is the caller's own (spec part 3, Contact). → {id}
create function private.submit_contact(p_name text, p_subject text, p_message text)
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
  perform private.limit_rate(count(*) filter (where c.created_at > now() - interval '1 minute'), 3, count(*), 10)
  from public.contact_messages c where c.user_id = caller and c.created_at > now() - interval '1 hour';
  insert into public.contact_messages (user_id, name, email, subject, message)
  select caller, btrim(p_name), p.email, nullif(btrim(p_subject), ''), btrim(p_message) from public.profiles p where p.id = caller
  returning id into made;
  return jsonb_build_object('id', made);
end $$;

-- The page is open to everyone, so this is too: three a day from one address, sixty an hour from visitors without an account.
create function private.submit_partner_application(p_kind text, p_name text, p_email text, p_phone text, p_territory_id text, p_message text)
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
  perform private.limit_rate(count(*) filter (where a.email = address), 3,
    count(*) filter (where caller is null and a.user_id is null and a.created_at > now() - interval '1 hour'), 60)
  from public.partner_applications a where a.created_at > now() - interval '1 day';
  insert into public.partner_applications (user_id, kind, name, email, phone, territory_id, message)
  values (caller, p_kind, btrim(p_name), address, nullif(btrim(p_phone), ''), p_territory_id, nullif(btrim(p_message), ''))
  returning id into made;
  return jsonb_build_object('id', made);
end $$;

-- Decides what lies in a queue. p_queue: submission | application (approved | declined | pending), contact (done | pending).
create function private.review_queue_item(p_queue text, p_id uuid, p_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  region text;
  item uuid;
begin
  if p_queue = 'submission' then
    select s.id, s.territory_id into item, region from public.user_submissions s where s.id = p_id for update;
  elsif p_queue = 'application' then
    select a.id, a.territory_id into item, region from public.partner_applications a where a.id = p_id for update;
  elsif p_queue = 'contact' then
    select c.id into item from public.contact_messages c where c.id = p_id for update;
  end if;
  -- Without a region only an admin decides: runs_territory(null) is true for nobody else.
  if item is null or not private.runs_territory(region) then
    perform private.fail(404, 'not_found', 'This entry could not be found');
  end if;
  if p_status is null or not p_status = any (case when p_queue = 'contact' then '{pending,done}' else '{pending,approved,declined}' end::text[]) then
    perform private.fail(400, 'invalid_input', 'This status is not possible');
  end if;
  if p_queue = 'submission' then
    update public.user_submissions set status = p_status, reviewed_by = caller, reviewed_at = now() where id = p_id;
  elsif p_queue = 'application' then
    update public.partner_applications set status = p_status, reviewed_by = caller where id = p_id;
  else
    update public.contact_messages set status = p_status, reviewed_by = caller where id = p_id;
  end if;
  return jsonb_build_object('id', p_id, 'status', p_status);
end $$;

grant execute on function private.submit_content(text[], text[], text, text, text), private.submit_contact(text, text, text),
  private.review_queue_item(text, uuid, text) to authenticated;
grant execute on function private.submit_partner_application(text, text, text, text, text, text) to anon, authenticated;

create function public.submit_content(p_media_urls text[], p_media_types text[], p_comment text, p_location text, p_territory_id text default null)
returns jsonb language sql set search_path = '' as $$ select private.submit_content(p_media_urls, p_media_types, p_comment, p_location, p_territory_id) $$;
create function public.submit_contact(p_name text, p_message text, p_subject text default null)
returns jsonb language sql set search_path = '' as $$ select private.submit_contact(p_name, p_subject, p_message) $$;
create function public.submit_partner_application(p_kind text, p_name text, p_email text, p_phone text default null,
  p_territory_id text default null, p_message text default null)
returns jsonb language sql set search_path = '' as $$
  select private.submit_partner_application(p_kind, p_name, p_email, p_phone, p_territory_id, p_message)
$$;
create function public.review_queue_item(p_queue text, p_id uuid, p_status text)
returns jsonb language sql set search_path = '' as $$ select private.review_queue_item(p_queue, p_id, p_status) $$;
grant execute on function public.submit_content(text[], text[], text, text, text), public.submit_contact(text, text, text),
  public.review_queue_item(text, uuid, text) to authenticated;
grant execute on function public.submit_partner_application(text, text, text, text, text, text) to anon, authenticated;
