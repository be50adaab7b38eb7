-- What an admin sees and does about e-mails and notifications that did not get through.
--
--   public.outbox_counts() → jsonb
--     { "queued", "failing", "dead", "sent_today": numbers, "oldest_due": timestamp or null }
--     failing: queued, and at least one attempt has failed. oldest_due: since when the longest waiting one should be gone.
--   public.list_outbox(p_state text default null, p_before bigint default null, p_limit int default 50)
--     → rows (id bigint, kind text, template text, recipient text, state text, attempts int, last_error text,
--             created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz), newest first.
--     p_state: 'dead' is the dead-letter list; 'queued' (with those being sent), 'failing', 'sent', 'discarded'; null: all.
--     p_before: the last id of the page before. kind: 'email' | 'notification'. p_limit: 1 to 100.
--   public.retry_outbox(p_id bigint) → jsonb { "id", "state": "queued" }
--     Sends a dead or failing one again, now, with all attempts before it.
--   public.discard_outbox(p_id bigint) → jsonb { "id", "state": "discarded" }
--     Gives a dead or waiting one up.
--
-- All four: admins alone ('forbidden', 403; 'not_signed_in', 401). The last two are written into the audit log, and answer
-- 'outbox_not_found' (404), or 'outbox_settled' (409) for one that has left, is just leaving, or was discarded.

alter table private.outbox drop constraint outbox_state_check;
alter table private.outbox add constraint outbox_state_check check (state in ('queued', 'sending', 'sent', 'dead', 'discarded'));
-- What a mail is written from: taken at the first attempt, kept until it has left (see the next migration).
alter table private.outbox add column frozen jsonb;
create index outbox_dead_idx on private.outbox (id) where state = 'dead';
create index outbox_sent_idx on private.outbox (sent_at) where state = 'sent';

create function private.require_admin()
returns void language plpgsql stable set search_path = '' as $$
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

create function private.outbox_counts()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select jsonb_build_object(
      'queued', count(*), 'failing', count(*) filter (where o.state = 'queued' and o.attempts > 0),
      'oldest_due', min(o.next_attempt_at) filter (where o.next_attempt_at <= now()))
      from private.outbox o where o.state in ('queued', 'sending'))
    || jsonb_build_object(
      'dead', (select count(*) from private.outbox o where o.state = 'dead'),
      'sent_today', (select count(*) from private.outbox o where o.state = 'sent' and o.sent_at > now() - interval '24 hours'));
end $$;

create function private.list_outbox(p_state text, p_before bigint, p_limit int)
returns table (id bigint, kind text, template text, recipient text, state text, attempts int, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_before bigint := coalesce(p_before, 9223372036854775807);
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_ids bigint[];
begin
  perform private.require_admin();
  if p_state is not null and p_state not in ('dead', 'queued', 'failing', 'sent', 'discarded') then
    perform private.fail(400, 'invalid_input', 'There is no such state');
  end if;
  -- The two lists that an admin looks at each have an index of few rows, which a condition must name to use it.
  if p_state = 'dead' then
    v_ids := array(select o.id from private.outbox o where o.state = 'dead' and o.id < v_before order by o.id desc limit v_limit);
  elsif p_state in ('queued', 'failing') then
    v_ids := array(
      select o.id from private.outbox o
       where o.state in ('queued', 'sending') and o.id < v_before and (p_state = 'queued' or (o.state = 'queued' and o.attempts > 0))
       order by o.id desc limit v_limit);
  else
    v_ids := array(
      select o.id from private.outbox o where (p_state is null or o.state = p_state) and o.id < v_before order by o.id desc limit v_limit);
  end if;
  return query
    -- A notification is addressed to an account: shown by its e-mail, like the rest.
    select o.id, o.kind, o.template,
      case when o.kind = 'email' then o.recipient
           else coalesce((select p.email from public.profiles p where p.id::text = o.recipient), o.recipient) end,
      o.state, o.attempts, o.last_error, o.created_at, o.next_attempt_at, o.sent_at
    from private.outbox o where o.id = any (v_ids) order by o.id desc;
end $$;

-- The row that an admin is about to act on, locked. One that a worker holds right now is as good as gone.
create function private.unsettled_outbox(p_id bigint)
returns private.outbox language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox;
begin
  perform private.require_admin();
  select * into o from private.outbox x where x.id = p_id for update;
  if o.id is null then
    perform private.fail(404, 'outbox_not_found', 'This message could not be found');
  elsif o.state not in ('dead', 'queued') then
    perform private.fail(409, 'outbox_settled', 'This message was already sent or discarded');
  end if;
  return o;
end $$;

create function private.retry_outbox(p_id bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox := private.unsettled_outbox(p_id);
begin
  -- Written anew: what made it fail may have been in what it was written from.
  update private.outbox set state = 'queued', attempts = 0, next_attempt_at = now(), frozen = null where id = o.id;
  perform private.audit('outbox_retried', null, 'outbox', o.id::text,
    jsonb_build_object('template', o.template, 'state', o.state, 'attempts', o.attempts, 'last_error', o.last_error));
  return jsonb_build_object('id', o.id, 'state', 'queued');
end $$;

create function private.discard_outbox(p_id bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox := private.unsettled_outbox(p_id);
begin
  update private.outbox set state = 'discarded', frozen = null, payload = payload - 'code' where id = o.id;
  perform private.audit('outbox_discarded', null, 'outbox', o.id::text,
    jsonb_build_object('template', o.template, 'state', o.state, 'attempts', o.attempts, 'last_error', o.last_error));
  return jsonb_build_object('id', o.id, 'state', 'discarded');
end $$;

revoke all on function private.require_admin(), private.unsettled_outbox(bigint), private.outbox_counts(),
  private.list_outbox(text, bigint, int), private.retry_outbox(bigint), private.discard_outbox(bigint)
  from public, anon, authenticated, service_role;
grant execute on function private.outbox_counts(), private.list_outbox(text, bigint, int), private.retry_outbox(bigint),
  private.discard_outbox(bigint) to authenticated;

create function public.outbox_counts()
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.outbox_counts() $$;
create function public.list_outbox(p_state text default null, p_before bigint default null, p_limit int default 50)
returns table (id bigint, kind text, template text, recipient text, state text, attempts int, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_outbox(p_state, p_before, p_limit)
$$;
create function public.retry_outbox(p_id bigint)
returns jsonb language sql security invoker set search_path = '' as $$ select private.retry_outbox(p_id) $$;
create function public.discard_outbox(p_id bigint)
returns jsonb language sql security invoker set search_path = '' as $$ select private.discard_outbox(p_id) $$;
revoke all on function public.outbox_counts(), public.list_outbox(text, bigint, int), public.retry_outbox(bigint),
  public.discard_outbox(bigint) from public, anon, authenticated, service_role;
grant execute on function public.outbox_counts(), public.list_outbox(text, bigint, int), public.retry_outbox(bigint),
  public.discard_outbox(bigint) to authenticated;
