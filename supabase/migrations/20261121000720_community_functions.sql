-- The board: posting with a limit, following, reporting, moderation.

-- Raises 429 when the caller did something too often. `recent` and `older` are what was counted.
create function private.limit_rate(p_recent bigint, p_recent_max int, p_older bigint, p_older_max int)
returns void language plpgsql set search_path = '' as $$
begin
  if p_recent >= p_recent_max or p_older >= p_older_max then
    perform private.fail(429, 'rate_limited', 'You are doing this too often. Please wait a moment and try again.');
  end if;
end $$;

-- One line of text for a notification.
create function private.excerpt(p_text text, p_length int)
returns text language sql immutable set search_path = '' as $$
  select case when length(line) > p_length then left(line, p_length) || '…' else line end
  from (select regexp_replace(btrim(p_text), '\s+', ' ', 'g') as line) t
$$;

-- The author is the caller, whatever was sent; a reply answers a visible top-level message of the same board; 5 messages a
-- minute, 30 an hour. The lock queues parallel posts of one person, which would otherwise all count the same past.
create function private.before_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  new.message := btrim(new.message);
  if new.parent_id is not null and not exists (
    select 1 from public.territory_messages p
    where p.id = new.parent_id and p.territory_id = new.territory_id and p.parent_id is null
      and (p.hidden_at is null or private.is_trusted_caller())
  ) then
    perform private.fail(400, 'parent_not_found', 'The message you are replying to is no longer there');
  end if;
  if caller is null then
    return new;
  end if;
  new.user_id := caller;
  new.created_at := now();
  new.hidden_at := null;
  new.hidden_by := null;
  perform pg_advisory_xact_lock(hashtextextended('board:' || caller, 0));
  perform private.limit_rate(
    count(*) filter (where m.created_at > clock_timestamp() - interval '1 minute'), 5, count(*), 30)
  from public.territory_messages m
  where m.user_id = caller and m.created_at > clock_timestamp() - interval '1 hour';
  return new;
end $$;
create trigger territory_messages_before_insert before insert on public.territory_messages
  for each row execute function private.before_board_message();

-- Followers hear of a new topic: one unread notification a board at the most, so that a lively board does not flood the bell.
-- The author of a message hears of replies to it.
create function private.after_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  region text := (select t.name from public.territories t where t.id = new.territory_id);
begin
  if private.is_trusted_caller() then
    return null;
  end if;
  if new.parent_id is null then
    insert into public.notifications (user_id, type, title, message, territory_id)
    select f.user_id, 'board_message', 'New message in ' || region, private.excerpt(new.message, 50), new.territory_id
    from public.territory_followers f
    where f.territory_id = new.territory_id and f.user_id is distinct from new.user_id
      and not exists (select 1 from public.notifications n
        where n.user_id = f.user_id and not n.read and n.type = 'board_message' and n.territory_id = new.territory_id);
  else
    insert into public.notifications (user_id, type, title, message, territory_id)
    select p.user_id, 'board_reply', 'New reply in ' || region, private.excerpt(new.message, 50), new.territory_id
    from public.territory_messages p
    where p.id = new.parent_id and p.user_id is distinct from new.user_id and p.user_id is not null;
  end if;
  return null;
end $$;
create trigger territory_messages_after_insert after insert on public.territory_messages
  for each row execute function private.after_board_message();

-- Who looks after a region: its managers and staff; where it has none, the admins.
create function private.moderators(p_territory_id text)
returns setof uuid language sql stable security definer set search_path = '' as $$
  with staff as (
    select distinct g.user_id from private.role_grants g
    where g.territory_id = p_territory_id and g.role in ('territory_manager', 'territory_staff')
      and g.revoked_at is null and g.dropped_at is null
  )
  select user_id from staff
  union
  select g.user_id from private.role_grants g
  where g.role = 'admin' and g.revoked_at is null and g.dropped_at is null and not exists (select 1 from staff)
$$;

-- Records a report and tells the region's staff and managers. The same person again: the first report stands.
create function private.report_message(p_message_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  reported public.territory_messages;
begin
  select * into reported from public.territory_messages m
  where m.id = p_message_id and m.hidden_at is null and m.territory_id = any (private.open_territories() || private.my_regions());
  if reported.id is null then
    perform private.fail(404, 'message_not_found', 'Failed to report message');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('report:' || caller, 0));
  perform private.limit_rate(count(*) filter (where r.created_at > now() - interval '1 minute'), 10, count(*), 60)
  from public.message_reports r where r.reporter_id = caller and r.created_at > now() - interval '1 hour';
  insert into public.message_reports (message_id, territory_id, reporter_id, reason)
  values (reported.id, reported.territory_id, caller, left(nullif(btrim(p_reason), ''), 1000))
  on conflict (message_id, reporter_id) do nothing;
  if found then
    insert into public.notifications (user_id, type, title, message, territory_id)
    select m, 'reported_message', 'Message Reported', private.excerpt(reported.message, 50), reported.territory_id
    from private.moderators(reported.territory_id) m where m <> caller;
  end if;
  return jsonb_build_object('reported', true);
end $$;

-- Hides a message from the public, or shows it again. Hiding upholds the reports that are open on it.
create function private.hide_message(p_message_id uuid, p_hidden boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  region text := (select m.territory_id from public.territory_messages m where m.id = p_message_id);
begin
  if region is null then
    perform private.fail(404, 'message_not_found', 'Message not found');
  elsif not private.runs_territory(region) then
    perform private.fail(403, 'forbidden', 'You do not have permission to moderate this board');
  end if;
  update public.territory_messages
  set hidden_at = case when p_hidden then coalesce(hidden_at, now()) end, hidden_by = case when p_hidden then coalesce(hidden_by, caller) end
  where id = p_message_id;
  if p_hidden then
    update public.message_reports set status = 'upheld', reviewed_by = caller, reviewed_at = now()
    where message_id = p_message_id and status = 'pending';
  end if;
  perform private.audit(case when p_hidden then 'message_hidden' else 'message_shown' end, region, 'territory_messages', p_message_id::text);
  return jsonb_build_object('hidden', p_hidden);
end $$;

-- Decides a report: upheld hides the message, dismissed leaves it.
create function private.review_report(p_report_id uuid, p_uphold boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  report public.message_reports;
begin
  select * into report from public.message_reports r where r.id = p_report_id for update;
  if report.id is null or not private.runs_territory(report.territory_id) then
    perform private.fail(404, 'report_not_found', 'Report not found');
  end if;
  update public.message_reports
  set status = case when p_uphold then 'upheld' else 'dismissed' end, reviewed_by = caller, reviewed_at = now()
  where id = p_report_id;
  if p_uphold then
    perform private.hide_message(report.message_id, true);
  end if;
  return jsonb_build_object('status', case when p_uphold then 'upheld' else 'dismissed' end);
end $$;

-- Marks the caller's notifications as read: the ones named, or all. → how many changed
create function private.mark_notifications_read(p_ids uuid[])
returns int language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  update public.notifications set read = true
  where user_id = private.require_user() and not read and (p_ids is null or id = any (p_ids));
  get diagnostics changed = row_count;
  return changed;
end $$;

grant execute on function private.report_message(uuid, text), private.hide_message(uuid, boolean),
  private.review_report(uuid, boolean), private.mark_notifications_read(uuid[]) to authenticated;

create function public.report_message(p_message_id uuid, p_reason text default null)
returns jsonb language sql set search_path = '' as $$ select private.report_message(p_message_id, p_reason) $$;
create function public.hide_message(p_message_id uuid, p_hidden boolean default true)
returns jsonb language sql set search_path = '' as $$ select private.hide_message(p_message_id, p_hidden) $$;
create function public.review_report(p_report_id uuid, p_uphold boolean)
returns jsonb language sql set search_path = '' as $$ select private.review_report(p_report_id, p_uphold) $$;
create function public.mark_notifications_read(p_ids uuid[] default null)
returns int language sql set search_path = '' as $$ select private.mark_notifications_read(p_ids) $$;
grant execute on function public.report_message(uuid, text), public.hide_message(uuid, boolean),
  public.review_report(uuid, boolean), public.mark_notifications_read(uuid[]) to authenticated;
