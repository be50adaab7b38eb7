-- The message board of a territory: posting with a limit, following, reporting and moderation.

create table public.territory_messages (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id) on delete cascade,
  user_id uuid default auth.uid() references public.profiles (id) on delete set null
    constraint territory_messages_author_card_fkey references public.profile_cards (id) on delete set null,
  parent_id uuid references public.territory_messages (id) on delete cascade,
  message text not null check ((private.says_something(message) and length(message) <= 4000) or (message = '' and deleted_at is not null)),
  hidden_at timestamptz,
  hidden_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz, -- deleted by its author
  -- True if its text is deleted and it is still shown without its author, above the replies.
  keeps_place boolean not null default false check (not keeps_place or (deleted_at is not null and user_id is null))
);
create index territory_messages_top_idx on public.territory_messages (territory_id, created_at desc, id) where parent_id is null;
create index territory_messages_parent_idx on public.territory_messages (parent_id, created_at, id);
create index territory_messages_user_idx on public.territory_messages (user_id, created_at desc);
create index territory_messages_hidden_by_idx on public.territory_messages (hidden_by) where hidden_by is not null;
alter table public.territory_messages enable row level security;
-- hidden_by isn't granted, because only the team knows who hid a message.
grant select (id, territory_id, user_id, parent_id, message, hidden_at, created_at, edited_at, deleted_at, keeps_place)
  on public.territory_messages to anon, authenticated;
grant insert (id, territory_id, parent_id, message) on public.territory_messages to authenticated;
grant all on public.territory_messages to service_role;

-- A hidden message is visible to moderators and its author. A deleted one is visible to no one, except as a placeholder without a name above replies.
-- A trigger sets user_id.
create policy territory_messages_select_anon on public.territory_messages for select to anon
  using ((deleted_at is null or keeps_place) and hidden_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy territory_messages_select on public.territory_messages for select to authenticated
  using ((deleted_at is null or keeps_place)
    and ((hidden_at is null and territory_id = any ((select private.open_territories())::text[]))
      or user_id = (select private.live_user())
      or territory_id = any ((select private.my_territories('staff'))::text[])
      or (select private.is_admin())));
create policy territory_messages_insert on public.territory_messages for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.session_lives()) and territory_id = any ((select private.open_territories())::text[]));

create table public.territory_followers (
  territory_id text not null references public.territories (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (territory_id, user_id)
);
create index territory_followers_user_idx on public.territory_followers (user_id);
alter table public.territory_followers enable row level security;
grant select, delete on public.territory_followers to authenticated;
grant insert (territory_id, user_id) on public.territory_followers to authenticated;
grant all on public.territory_followers to service_role;

create policy territory_followers_select on public.territory_followers for select to authenticated
  using (user_id = (select private.live_user()));
create policy territory_followers_insert on public.territory_followers for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.session_lives()) and territory_id = any ((select private.open_territories())::text[]));
create policy territory_followers_delete on public.territory_followers for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.session_lives()));

create table public.message_reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.territory_messages (id) on delete cascade,
  territory_id text not null references public.territories (id) on delete cascade,
  reporter_id uuid references public.profiles (id) on delete set null,
  reason text check (length(reason) <= 1000),
  status text not null default 'pending' check (status in ('pending', 'upheld', 'dismissed')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (message_id, reporter_id)
);
create index message_reports_territory_idx on public.message_reports (territory_id, status, created_at desc);
create index message_reports_reporter_idx on public.message_reports (reporter_id);
create index message_reports_reviewed_by_idx on public.message_reports (reviewed_by);
create index message_reports_pending_idx on public.message_reports (created_at, id) where status = 'pending';
alter table public.message_reports enable row level security;
grant select on public.message_reports to authenticated;
grant all on public.message_reports to service_role;

-- Functions write submissions, and the people who review them read them, but not the people they are about.
create policy message_reports_select on public.message_reports for select to authenticated
  using ((territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
    and not exists (select 1 from public.territory_messages m where m.id = message_id and m.user_id = (select auth.uid())));

-- Sets the author to the caller, and checks that a reply belongs to a visible top-level message of the same board. Limits posts to 5 a minute and 30
-- an hour (limit_board, which makes parallel posts of one person wait).
create function private.before_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  new.message := private.trimmed(new.message);
  if caller is not null then
    perform private.queue_board(caller);
  end if;
  -- The message is locked, so that a reply and its deletion don't overlap.
  perform 1 from public.territory_messages p
   where p.id = new.parent_id and p.territory_id = new.territory_id and p.parent_id is null
     and p.deleted_at is null and (p.hidden_at is null or private.is_trusted_caller()) for key share;
  if new.parent_id is not null and not found then
    perform private.fail(400, 'parent_not_found', 'The message you''re replying to no longer exists');
  end if;
  if caller is null then
    return new;
  end if;
  new.user_id := caller;
  new.created_at := now();
  new.hidden_at := null;
  new.hidden_by := null;
  -- A repeated message doesn't count, because the primary key refuses it before the limit.
  if not exists (select 1 from public.territory_messages m where m.id = new.id and m.user_id = caller) then
    perform private.limit_board(caller, new.id);
  end if;
  return new;
end $$;

-- Allows one board action per person at a time, because parallel posts would not count each other. Taken before any message is locked.
create function private.queue_board(p_user_id uuid)
returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('board:' || p_user_id, 0))
$$;

-- Counts the messages that a person wrote or edited, except this one, because edits count as posts. Raises 429 'rate_limited' and
-- 'rate_limited_hour'.
create function private.limit_board(p_user_id uuid, p_message_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.limit_rate('board_message', count(*) filter (where w.at > clock_timestamp() - interval '1 minute'), count(*))
  from public.territory_messages m cross join lateral (select greatest(m.created_at, m.edited_at) as at) w
  where m.user_id = p_user_id and m.id <> p_message_id and w.at > clock_timestamp() - interval '1 hour';
end $$;

create trigger territory_messages_texts before insert or update of message on public.territory_messages
  for each row execute function private.check_texts('message');

create trigger message_reports_texts before insert on public.message_reports
  for each row execute function private.check_texts('reason');

create trigger territory_messages_before_insert before insert on public.territory_messages
  for each row execute function private.before_board_message();

-- Notifies followers of a new topic, with at most one unread notification per board because a lively board would send too many. A message's author is
-- notified of replies.
create function private.after_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_params jsonb := private.region_params(new.territory_id) || jsonb_build_object('excerpt', private.excerpt(new.message, 50));
begin
  if private.is_trusted_caller() then
    return null;
  end if;
  if new.parent_id is null then
    perform private.notify_all(array(
        select f.user_id from public.territory_followers f
        where f.territory_id = new.territory_id and f.user_id is distinct from new.user_id
          and not exists (select 1 from public.notifications n
            where n.user_id = f.user_id and not n.read and n.type = 'board_message' and n.territory_id = new.territory_id)),
      'board_message', 'board_message', v_params, new.territory_id, 'message:' || new.id);
  else
    perform private.notify(p.user_id, 'board_reply', 'board_reply', v_params, new.territory_id,
      null, 'message:' || new.id)
    from public.territory_messages p
    where p.id = new.parent_id and p.user_id is distinct from new.user_id and p.user_id is not null;
  end if;
  return null;
end $$;

create trigger territory_messages_after_insert after insert on public.territory_messages
  for each row execute function private.after_board_message();

-- Updates the excerpt of a message in notifications of followers, of its reply's author, and of people who decide on a report.
create function private.keep_message_notices()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.hidden_at is null and new.deleted_at is null then
    perform private.rewrite_notices('message:' || new.id, private.excerpt(new.message, 50));
  else
    perform private.rewrite_notices('message:' || old.id, null);
  end if;
  return null;
end $$;

create trigger territory_messages_keep_notices after delete or update of message, hidden_at on public.territory_messages
  for each row execute function private.keep_message_notices();

-- Returns a territory's moderators: its managers and staff, except the person concerned, or the admins if there are none.
create function private.moderators(p_territory_id text, p_but uuid default null)
returns setof uuid language sql stable security definer set search_path = '' as $$
  with staff as (
    select distinct g.user_id from private.live_grants g
    where g.territory_id = p_territory_id and g.role in ('territory_manager', 'territory_staff') and g.user_id is distinct from p_but
  )
  select user_id from staff
  union
  select g.user_id from private.live_grants g
  where g.role = 'admin' and not exists (select 1 from staff)
$$;

-- Limits a person's reports of messages and reviews together. Raises 429 'rate_limited'. Locks the reporter.
create function private.limit_reports(p_reporter_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('report:' || p_reporter_id, 0));
  perform private.limit_rate('report', count(*) filter (where r.at > now() - interval '1 minute'), count(*))
  from (select m.created_at as at from public.message_reports m where m.reporter_id = p_reporter_id and m.created_at > now() - interval '1 hour'
        union all
        select v.created_at from private.review_reports v where v.reporter_id = p_reporter_id and v.created_at > now() - interval '1 hour') r;
end $$;

-- Edits the author's own message. Raises 404 'message_not_found', including for another person's, 409 'message_hidden' for one hidden by moderators,
-- 400 'invalid_input', 429 'rate_limited' and 'rate_limited_hour'. Locks the author, then the message.
create function public.edit_message(p_message_id uuid, p_message text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  own public.territory_messages := private.own_message(p_message_id);
  v_text text := private.trimmed(private.visible_text(p_message));
begin
  if v_text is null or length(v_text) not between 1 and 4000 then
    perform private.invalid('a message must have 1 to 4000 characters');
  elsif own.hidden_at is not null then
    perform private.fail(409, 'message_hidden', 'The region''s team has hidden this message, so you can no longer edit it.');
  elsif v_text <> own.message then
    perform private.limit_edits(own.edited_at);
    perform private.limit_board(own.user_id, own.id);
    update public.territory_messages set message = v_text, edited_at = now() where id = p_message_id;
  end if;
  return jsonb_build_object('id', p_message_id);
end $$;

-- Returns the caller's own existing message. Raises 404 'message_not_found'. Locks the author, then the message.
create function private.own_message(p_message_id uuid)
returns public.territory_messages language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  own public.territory_messages;
begin
  perform private.queue_board(caller);
  select * into own from public.territory_messages m
   where m.id = p_message_id and m.user_id = caller and m.deleted_at is null for update;
  if own.id is null then
    perform private.fail(404, 'message_not_found', 'This message no longer exists');
  end if;
  return own;
end $$;

-- Deletes a message's text and its open reports, and the author's name if it stays as a placeholder.
create function private.empty_message(p_message public.territory_messages, p_nameless boolean)
returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.territory_messages
     set message = '', deleted_at = now(), keeps_place = p_nameless, user_id = case when not p_nameless then user_id end
   where id = p_message.id;
  update public.message_reports set status = 'dismissed', reviewed_at = now() where message_id = p_message.id and status = 'pending';
end $$;

-- Deletes a placeholder with its last reply. Locks it, so that of two last replies one sees the other deleted.
create function private.close_empty_place(p_message_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.territory_messages m where m.id = p_message_id for update;
  update public.territory_messages m set keeps_place = false
   where m.id = p_message_id and m.keeps_place
     and not exists (select 1 from public.territory_messages r where r.parent_id = m.id and r.deleted_at is null);
end $$;

-- Deletes the text of the author's own message. A hidden one stays hidden. The row remains, without its author if others replied. Otherwise it can't
-- be read together with the author's own replies, and only counts for the post limit. Open reports are resolved, because nothing is left to hide.
-- Raises 404 'message_not_found'. Locks the author, then the message, then the one to which it replied.
create function public.delete_message(p_message_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  own public.territory_messages := private.own_message(p_message_id);
  v_answered boolean := exists (select 1 from public.territory_messages r
    where r.parent_id = own.id and r.deleted_at is null and r.user_id is distinct from own.user_id);
begin
  perform private.empty_message(own, v_answered);
  if not v_answered then
    perform private.empty_message(r, false) from public.territory_messages r
     where r.parent_id = own.id and r.user_id = own.user_id and r.deleted_at is null;
  end if;
  perform private.close_empty_place(own.parent_id);
end $$;

-- Records a report and notifies the territory's staff and managers. A second report by the same person changes nothing, unless the message was edited after the
-- first was resolved. Raises 404 'message_not_found', 400 'invalid_input' for a reason that is too long, 429 'rate_limited'. Locks the message, shared, so that
-- the notice quotes its current text, then the reporter.
create function public.report_message(p_message_id uuid, p_reason text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  reported public.territory_messages;
begin
  select * into reported from public.territory_messages m
  where m.id = p_message_id and m.hidden_at is null and m.deleted_at is null
    and m.territory_id = any (private.open_territories() || private.my_connected_territories()) for share;
  if reported.id is null then
    perform private.fail(404, 'message_not_found', 'Failed to report message');
  end if;
  if exists (select 1 from public.message_reports r where r.message_id = reported.id and r.reporter_id = caller
              and (r.status = 'pending' or r.created_at >= coalesce(reported.edited_at, '-infinity'))) then
    return jsonb_build_object('reported', true);
  end if;
  if length(private.trimmed(p_reason)) > 1000 then
    perform private.invalid('The reason has more than 1000 characters');
  end if;
  perform private.limit_reports(caller);
  insert into public.message_reports (message_id, territory_id, reporter_id, reason)
  values (reported.id, reported.territory_id, caller, nullif(private.trimmed(p_reason), ''))
  on conflict (message_id, reporter_id) do update
    set status = 'pending', reason = excluded.reason, reviewed_by = null, reviewed_at = null, created_at = now()
    where message_reports.status <> 'pending' and message_reports.created_at < reported.edited_at;
  if found then
    perform private.notify_all(array(select m from private.moderators(reported.territory_id, reported.user_id) m where m <> caller),
      'reported_message', 'message_reported', jsonb_build_object('excerpt', private.excerpt(reported.message, 50)), reported.territory_id, 'message:' || reported.id);
  end if;
  return jsonb_build_object('reported', true);
end $$;

-- Raises 403 'own_words', because people may hide their own message but only a colleague may decide to keep it.
create function private.not_own_words(p_author uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_author = (select auth.uid()) then
    perform private.fail(403, 'own_words', 'You can''t decide on your own post. Please ask a colleague.');
  end if;
end $$;

-- Hides a message from the public, or shows it again. Hiding upholds its open reports. Raises 404 'message_not_found', also for deleted messages, 403
-- 'forbidden', and 'own_words' if callers would show their own message again.
create function public.hide_message(p_message_id uuid, p_hidden boolean default true)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  region text;
  author uuid;
begin
  select m.territory_id, m.user_id into region, author from public.territory_messages m where m.id = p_message_id and m.deleted_at is null;
  if region is null then
    perform private.fail(404, 'message_not_found', 'Message not found');
  elsif not private.runs_territory(region) then
    perform private.fail(403, 'forbidden', 'You do not have permission to moderate this board');
  elsif p_hidden is null then
    perform private.invalid('hidden must be true or false');
  elsif not p_hidden then
    perform private.not_own_words(author);
  end if;
  update public.territory_messages
  set hidden_at = case when p_hidden then coalesce(hidden_at, now()) end, hidden_by = case when p_hidden then coalesce(hidden_by, caller) end
  where id = p_message_id and deleted_at is null;
  if not found then
    perform private.fail(404, 'message_not_found', 'Message not found');
  end if;
  if p_hidden then
    update public.message_reports set status = 'upheld', reviewed_by = caller, reviewed_at = now()
    where message_id = p_message_id and status = 'pending';
  end if;
  perform private.audit(case when p_hidden then 'message_hidden' else 'message_shown' end, region, 'territory_messages', p_message_id::text);
  return jsonb_build_object('hidden', p_hidden);
end $$;

-- Decides a report once. 'upheld' hides the message, and 'dismissed' leaves it. After a colleague's decision a different one changes nothing and is
-- refused. Raises 404 'report_not_found', 403 'own_words' and 409 'already_decided'. Locks the report.
create function public.review_report(p_report_id uuid, p_uphold boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  report public.message_reports;
  v_status text := case when p_uphold then 'upheld' else 'dismissed' end;
begin
  select * into report from public.message_reports r where r.id = p_report_id for update;
  if report.id is null or not private.runs_territory(report.territory_id) then
    perform private.fail(404, 'report_not_found', 'Report not found');
  end if;
  if not p_uphold then
    perform private.not_own_words((select m.user_id from public.territory_messages m where m.id = report.message_id));
  end if;
  if report.status not in ('pending', v_status) then
    perform private.fail(409, 'already_decided', 'Someone has already decided on this');
  end if;
  if report.status = 'pending' then
    update public.message_reports set status = v_status, reviewed_by = caller, reviewed_at = now() where id = p_report_id;
    if p_uphold then
      perform public.hide_message(report.message_id, true);
    else
      -- A newer report by the same person replaces this one.
      perform private.audit('report_dismissed', report.territory_id, 'territory_messages', report.message_id::text);
    end if;
  end if;
  return jsonb_build_object('status', v_status);
end $$;

create function private.broadcast_report()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'report', private.topic_of(new.territory_id), true);
  return null;
end $$;

create trigger message_reports_broadcast after insert or update of status on public.message_reports
  for each row execute function private.broadcast_report();

create function private.broadcast_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id, 'parent_id', new.parent_id), 'board_message', 'board:' || new.territory_id, true);
  return null;
end $$;

create trigger territory_messages_broadcast_insert after insert on public.territory_messages
  for each row execute function private.broadcast_board_message();

create trigger territory_messages_broadcast_update after update of hidden_at, message, keeps_place on public.territory_messages
  for each row when ((new.hidden_at, new.message, new.keeps_place) is distinct from (old.hidden_at, old.message, old.keeps_place)) execute function private.broadcast_board_message();
