-- Submissions (photos and videos, contact messages, partner applications), and the queue in which staff and admins decide about them. A repeat within
-- ten minutes after a lost response returns the same submission's id and isn't counted.

create table public.user_submissions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  territory_id text references public.territories (id) on delete set null,
  media_urls text[] not null check (cardinality(media_urls) > 0 and private.are_own_files(media_urls)),
  media_types text[] not null check (media_types <@ '{image,video}'::text[]),
  comment text not null check (length(private.trimmed(comment)) between 1 and 4000),
  location text not null check (length(private.trimmed(location)) between 1 and 200),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  check (cardinality(media_urls) = cardinality(media_types))
);
create trigger user_submissions_texts before insert on public.user_submissions for each row execute function private.check_texts('comment');
create trigger user_submissions_lines before insert on public.user_submissions for each row execute function private.check_lines('location');
create index user_submissions_user_idx on public.user_submissions (user_id);
create index user_submissions_territory_idx on public.user_submissions (territory_id, status, created_at desc);
create index user_submissions_reviewed_by_idx on public.user_submissions (reviewed_by);
create index user_submissions_pending_idx on public.user_submissions (created_at, id) where status = 'pending';
alter table public.user_submissions enable row level security;
grant select on public.user_submissions to authenticated;
grant all on public.user_submissions to service_role;

create policy user_submissions_select on public.user_submissions for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  name text not null check (length(private.trimmed(name)) between 1 and 120),
  email text not null,
  subject text check (length(subject) <= 200),
  message text not null check (length(private.trimmed(message)) between 1 and 4000),
  status text not null default 'pending' check (status in ('pending', 'done')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now()
);
create trigger contact_messages_texts before insert on public.contact_messages for each row execute function private.check_texts('message');
create trigger contact_messages_lines before insert on public.contact_messages for each row execute function private.check_lines('subject');
create index contact_messages_user_idx on public.contact_messages (user_id);
create index contact_messages_status_idx on public.contact_messages (status, created_at desc);
create index contact_messages_reviewed_by_idx on public.contact_messages (reviewed_by);
create index contact_messages_pending_idx on public.contact_messages (created_at, id) where status = 'pending';
alter table public.contact_messages enable row level security;
grant select on public.contact_messages to authenticated;
grant all on public.contact_messages to service_role;

-- A contact message belongs to no territory.
create policy contact_messages_select on public.contact_messages for select to authenticated
  using ((select private.is_admin()));

-- Our own form of /regional-partner, for sites without the external one.
create table public.partner_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null check (kind in ('tour_guide', 'hotel_partner', 'transport_provider', 'influencer_partner')),
  name text not null check (length(private.trimmed(name)) between 1 and 120),
  email text not null check (private.is_email(email)),
  phone text,
  territory_id text references public.territories (id) on delete set null,
  message text check (length(message) <= 4000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now()
);
create trigger partner_applications_texts before insert on public.partner_applications for each row execute function private.check_texts('message');
create index partner_applications_territory_idx on public.partner_applications (territory_id, status, created_at desc);
create index partner_applications_user_idx on public.partner_applications (user_id);
create index partner_applications_reviewed_by_idx on public.partner_applications (reviewed_by);
create index partner_applications_pending_idx on public.partner_applications (created_at, id) where status = 'pending';
alter table public.partner_applications enable row level security;
create trigger partner_applications_check_phones before insert or update of phone on public.partner_applications
  for each row execute function private.check_phones('phone');
grant select on public.partner_applications to authenticated;
grant all on public.partner_applications to service_role;

create policy partner_applications_select on public.partner_applications for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

-- Stores pictures or videos of a visit for the territory's review, and returns {id}. p_media_urls are the caller's own uploads, with p_media_types in
-- the same order. An identical submission within ten minutes returns the same id. Raises 400 'media_required', 'comment_required',
-- 'location_required' and 'invalid_input', and 429 'rate_limited'. Locks the sender.
create function public.submit_content(p_media_urls text[], p_media_types text[], p_comment text, p_location text, p_territory_id text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  made uuid;
begin
  if coalesce(cardinality(p_media_urls), 0) = 0 then
    perform private.fail(400, 'media_required', 'Please upload at least one photo or video');
  elsif coalesce(private.trimmed(p_comment), '') = '' then
    perform private.fail(400, 'comment_required', 'Please add a comment about your submission');
  elsif coalesce(private.trimmed(p_location), '') = '' then
    perform private.fail(400, 'location_required', 'Please specify the location');
  elsif not private.are_own_files(p_media_urls) or cardinality(p_media_types) is distinct from cardinality(p_media_urls)
     or array_position(p_media_types, null) is not null or not (p_media_types <@ '{image,video}'::text[])
     or length(private.trimmed(p_comment)) > 4000 or length(private.trimmed(p_location)) > 200
     or exists (select 1 from unnest(p_media_urls) as url
       where url not like '/storage/v1/object/public/media/user-submissions/' || caller || '/%')
     or (p_territory_id is not null and not p_territory_id = any (private.open_territories())) then
    perform private.fail(400, 'invalid_input', 'Failed to submit content. Please try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('submission:' || caller, 0));
  select s.id into made from public.user_submissions s
   where s.user_id = caller and s.created_at > now() - interval '10 minutes' and s.media_urls = p_media_urls
     and s.comment = private.trimmed(p_comment) and s.location = private.trimmed(p_location) and s.territory_id is not distinct from p_territory_id;
  if found then
    return jsonb_build_object('id', made);
  end if;
  perform private.limit_rate('submission', count(*) filter (where s.created_at > now() - interval '1 minute'), count(*))
  from public.user_submissions s where s.user_id = caller and s.created_at > now() - interval '1 hour';
  insert into public.user_submissions (user_id, territory_id, media_urls, media_types, comment, location)
  values (caller, p_territory_id, p_media_urls, p_media_types, private.trimmed(p_comment), private.trimmed(p_location))
  returning id into made;
  return jsonb_build_object('id', made);
end $$;

-- Stores a message to the team and returns {id}. Only the function `send-contact-email` calls it, which checks for bots. p_user_id is the account
-- whose address is used. Raises 401 'not_signed_in', 400 'fields_required' and 'invalid_input', and 429 'rate_limited'. Locks the sender.
create function service.submit_contact(p_user_id uuid, p_name text, p_message text, p_subject text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := p_user_id;
  made uuid;
begin
  if not exists (select 1 from public.profiles p where p.id = caller) then
    perform private.fail(401, 'not_signed_in', 'Please log in to continue');
  elsif not private.says_something(coalesce(p_name, '')) or not private.says_something(coalesce(p_message, '')) then
    perform private.fail(400, 'fields_required', 'Please fill in all required fields');
  elsif length(private.trimmed(p_name)) > 120 or length(private.trimmed(p_message)) > 4000 or length(private.trimmed(p_subject)) > 200 then
    perform private.fail(400, 'invalid_input', 'Failed to send message. Please try again.');
  end if;
  perform private.check_name(p_name);
  perform pg_advisory_xact_lock(hashtextextended('contact:' || caller, 0));
  select c.id into made from public.contact_messages c
   where c.user_id = caller and c.created_at > now() - interval '10 minutes' and c.name = private.trimmed(p_name) and c.message = private.trimmed(p_message)
     and c.subject is not distinct from nullif(private.trimmed(p_subject), '');
  if found then
    return jsonb_build_object('id', made);
  end if;
  perform private.limit_rate('contact', count(*) filter (where c.created_at > now() - interval '1 minute'), count(*))
  from public.contact_messages c where c.user_id = caller and c.created_at > now() - interval '1 hour';
  insert into public.contact_messages (user_id, name, email, subject, message)
  select caller, private.trimmed(p_name), p.email, nullif(private.trimmed(p_subject), ''), private.trimmed(p_message) from public.profiles p where p.id = caller
  returning id into made;
  return jsonb_build_object('id', made);
end $$;

-- The sender of an application while it counts toward limits: an account, or a hash of the visitor's network with a salt of the day. Neither address
-- nor salt is stored, so the hash identifies no one.
create table private.application_senders (
  application_id uuid primary key references public.partner_applications (id) on delete cascade,
  sender text not null,
  created_at timestamptz not null default now()
);
create index application_senders_sender_idx on private.application_senders (sender, created_at);
alter table private.application_senders enable row level security;
grant all on private.application_senders to service_role;

create table private.sender_salts (
  day date primary key default current_date,
  salt uuid not null default gen_random_uuid()
);
alter table private.sender_salts enable row level security;
grant all on private.sender_salts to service_role;

-- Returns the sender that limits count. p_network is the visitor's IP address, for IPv6 the half that belongs to a household. All visitors without a
-- valid address share 'unknown'.
create function private.sender_key(p_user_id uuid, p_network text)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_network inet;
begin
  if p_user_id is not null then
    return 'user:' || p_user_id;
  end if;
  begin
    -- IPv4-mapped IPv6 addresses are converted, because they would all be in one network.
    v_network := regexp_replace(p_network, '^::ffff:(?=[0-9.]+$)', '', 'i')::inet;
  exception when invalid_text_representation then
    v_network := null;
  end;
  if v_network is null then
    return 'unknown';
  end if;
  delete from private.application_senders where created_at < now() - interval '1 day';
  delete from private.sender_salts where day < current_date;
  insert into private.sender_salts default values on conflict do nothing;
  return private.hash_code((select s.salt from private.sender_salts s where s.day = current_date)
    || host(network(set_masklen(v_network, case family(v_network) when 6 then 64 else 32 end))));
end $$;

-- Raises 429 'rate_limited_day' for a sender or for an address that others used too often, and 429 'rate_limited_hour' for all visitors. A person
-- signed in with the address isn't limited by others. Visitors without a network count together and only for an hour, because one of them must
-- neither block the others for a day nor use up the limit of all visitors. The caller holds the lock of applications.
create function private.limit_applications(p_user_id uuid, p_sender text, p_address text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if p_sender = 'unknown' then
    if (select count(*) from private.application_senders s
         where s.sender = p_sender and s.created_at > now() - interval '1 hour') >= private.limit_value('application.unknown_hour') then
      perform private.fail_rate('hour');
    end if;
  elsif (select count(*) from private.application_senders s
       where s.sender = p_sender and s.created_at > now() - interval '1 day') >= private.limit_value('application.sender_day') then
    perform private.fail_rate('day');
  end if;
  if private.confirmed_email(p_user_id) is distinct from p_address and (select count(*) from public.partner_applications a
       where private.mailbox_of(a.email) = private.mailbox_of(p_address) and a.created_at > now() - interval '1 day') >= private.limit_value('application.address_day') then
    perform private.fail_rate('day');
  elsif p_user_id is null and (select count(*) from public.partner_applications a
       where a.user_id is null and a.created_at > now() - interval '1 hour') >= private.limit_value('application.visitors_hour') then
    perform private.fail_rate('hour');
  end if;
end $$;

-- Stores a partner application from anyone, one at a time. Only the function `send-application` calls it, which checks for bots. p_user_id is the
-- account, null for a visitor, and p_network a visitor's IP address. Raises 400 'fields_required', 'phone_impossible' and 'invalid_input', and what
-- limit_applications raises.
create function service.submit_partner_application(p_user_id uuid, p_kind text, p_name text, p_email text, p_phone text default null,
  p_territory_id text default null, p_message text default null, p_network text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := p_user_id;
  address text := lower(btrim(p_email));
  sender text;
  made uuid;
begin
  if coalesce(private.trimmed(p_name), '') = '' or coalesce(address, '') = '' or p_kind is null then
    perform private.fail(400, 'fields_required', 'Please fill in all required fields');
  elsif p_kind not in ('tour_guide', 'hotel_partner', 'transport_provider', 'influencer_partner')
     or not private.is_email(address) or length(private.trimmed(p_name)) > 120
     or length(private.trimmed(p_message)) > 4000
     or (p_territory_id is not null and not p_territory_id = any (private.open_territories())) then
    perform private.fail(400, 'invalid_input', 'Failed to submit content. Please try again.');
  end if;
  perform private.check_name(p_name);
  perform private.check_phone(btrim(p_phone));
  perform pg_advisory_xact_lock(hashtextextended('partner_application', 0));
  select a.id into made from public.partner_applications a
   where a.email = address and a.created_at > now() - interval '10 minutes' and a.user_id is not distinct from caller
     and a.kind = p_kind and a.name = private.trimmed(p_name) and a.phone is not distinct from nullif(private.trimmed(p_phone), '')
     and a.territory_id is not distinct from p_territory_id and a.message is not distinct from nullif(private.trimmed(p_message), '');
  if found then
    return jsonb_build_object('id', made);
  end if;
  sender := private.sender_key(caller, p_network);
  perform private.limit_applications(caller, sender, address);
  insert into public.partner_applications (user_id, kind, name, email, phone, territory_id, message)
  values (caller, p_kind, private.trimmed(p_name), address, nullif(private.trimmed(p_phone), ''), p_territory_id, nullif(private.trimmed(p_message), ''))
  returning id into made;
  insert into private.application_senders (application_id, sender) values (made, sender);
  return jsonb_build_object('id', made);
end $$;

-- Decides about an entry of a queue. The entry keeps the last reviewer and the time, and the audit log each decision. p_queue is 'submission' or
-- 'application' (approved, declined, pending), or 'contact' (done, pending). Raises 404 'not_found' and 400 'invalid_input'. Locks the entry.
create function public.review_queue_item(p_queue text, p_id uuid, p_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  region text;
  item uuid;
  v_table text := case p_queue when 'submission' then 'user_submissions' when 'application' then 'partner_applications' else 'contact_messages' end;
begin
  if p_queue = 'submission' then
    select s.id, s.territory_id into item, region from public.user_submissions s where s.id = p_id for update;
  elsif p_queue = 'application' then
    select a.id, a.territory_id into item, region from public.partner_applications a where a.id = p_id for update;
  elsif p_queue = 'contact' then
    select c.id into item from public.contact_messages c where c.id = p_id for update;
  end if;
  -- Only an admin decides about an entry without a territory, because runs_territory(null) is true only for admins.
  if item is null or not private.runs_territory(region) then
    perform private.fail(404, 'not_found', 'We couldn''t find this. It may have been removed.');
  end if;
  if p_status is null or not p_status = any (case when p_queue = 'contact' then '{pending,done}' else '{pending,approved,declined}' end::text[]) then
    perform private.fail(400, 'invalid_input', 'This status is not possible');
  end if;
  if p_queue = 'submission' then
    update public.user_submissions set status = p_status, reviewed_by = caller, reviewed_at = now() where id = p_id;
  elsif p_queue = 'application' then
    update public.partner_applications set status = p_status, reviewed_by = caller, reviewed_at = now() where id = p_id;
  else
    update public.contact_messages set status = p_status, reviewed_by = caller, reviewed_at = now() where id = p_id;
  end if;
  perform private.audit('queue_decided', region, v_table, p_id::text, jsonb_build_object('status', p_status));
  return jsonb_build_object('id', p_id, 'status', p_status);
end $$;

-- Emails a contact message to the team through the outbox, so that an outage of the email service loses nothing. It is sent once per message, up to
-- an hourly limit. Further messages stay in the queue, so that the mailbox stays usable. Only the edge function calls it, which knows the team's
-- address.
create function service.queue_contact_mail(p_id uuid, p_recipient text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:contact_message:' || c.id, 'email', 'contact_message', p_recipient,
    jsonb_build_object('name', c.name, 'email', c.email, 'subject', c.subject, 'message', c.message)
  from public.contact_messages c
  where c.id = p_id and (select count(*) from private.outbox o where o.template = 'contact_message' and o.created_at > now() - interval '1 hour')
    < private.limit_value('contact.letters_hour')
  on conflict (dedupe_key) do nothing;
end $$;
