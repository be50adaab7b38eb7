-- Links in emails, tickets and payment codes. Without signing in, the holder can do what the link's purpose allows, for its subject only. Its purpose
-- also decides how long and how often it works.

create table private.links (
  token_hash text primary key,
  purpose text not null check (purpose ~ '^(dock_ticket|dock_payment|offer|ticket_transfer|unsubscribe:[a-z_]+)$'),
  subject_id uuid not null, -- the id of the sale, offer or transfer, or of the email's reader
  token text, -- only for a link that is shown again, one per subject
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index links_shown_idx on private.links (subject_id, purpose) where token is not null;
create index links_subject_idx on private.links (subject_id, purpose);
alter table private.links enable row level security;

-- Returns the token of a link that is shown again.
create function private.shown_link(p_purpose text, p_subject_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select l.token from private.links l where l.subject_id = p_subject_id and l.purpose = p_purpose and l.token is not null
$$;

-- Creates a link and returns its token. One that is shown again is returned if it exists. Earlier links keep working.
create function private.new_link(p_purpose text, p_subject_id uuid)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''); -- 244 random bits
begin
  insert into private.links (token_hash, purpose, subject_id, token)
  values (private.hash_code(v_token), p_purpose, p_subject_id, case when p_purpose ~ '^(dock_ticket$|unsubscribe:)' then v_token end)
  on conflict (subject_id, purpose) where token is not null do nothing;
  return coalesce(private.shown_link(p_purpose, p_subject_id), v_token);
end $$;

-- Returns the subject of a link, or null for one that has another purpose or has ended.
create function private.linked(p_purpose text, p_token text)
returns uuid language sql stable security definer set search_path = '' as $$
  select l.subject_id from private.links l where l.token_hash = private.hash_code(p_token) and l.purpose = p_purpose and l.ended_at is null
$$;

-- Ends the links of a subject, so that they no longer work.
create function private.end_links(p_purpose text, p_subject_id uuid)
returns void language sql security definer set search_path = '' as $$
  update private.links l set ended_at = now(), token = null where l.subject_id = p_subject_id and l.purpose = p_purpose and l.ended_at is null
$$;
