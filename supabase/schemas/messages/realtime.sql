-- The realtime topics and their members. A payload contains only ids; the client reads the rows with its own rights. The triggers
-- that send are next to their tables.
--
--   user:<uuid>                                 notification, message, booking,
--                                               invite                           its owner
--   territory:<id>, and territory:<id>:<n>      booking, departure, report,
--   once n roles there have ended               schedule, role_request, moved    the people who work there, and admins
--   board:<territory id>                        board_message                    everyone, while the territory is open
--   booking:<booking id>                        message                          everyone who may read the conversation

-- Joining a channel and renewing its token check the rights, so members receive events for up to an hour after their role ended. A territory's topic
-- therefore gets a new name at that time, which they can't join. The remaining members get 'moved' on the old one and join again.
create table private.territory_topics (
  territory_id text primary key references public.territories (id) on delete cascade,
  roles_ended int not null
);
alter table private.territory_topics enable row level security;
grant all on private.territory_topics to service_role;

-- Returns the current topic name of a territory.
create function private.topic_of(p_territory_id text)
returns text language sql stable security definer set search_path = '' as $$
  select 'territory:' || p_territory_id || coalesce(
    (select ':' || x.roles_ended from private.territory_topics x where x.territory_id = p_territory_id), '')
$$;

create function private.move_topic()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- The territory may be being deleted too.
  if exists (select 1 from public.territories t where t.id = old.territory_id) then
    perform realtime.send('{}', 'moved', private.topic_of(old.territory_id), true);
    insert into private.territory_topics (territory_id, roles_ended) values (old.territory_id, 1)
    on conflict (territory_id) do update set roles_ended = territory_topics.roles_ended + 1;
  end if;
  return null;
end $$;

create trigger role_grants_move_topic after update of revoked_at, dropped_at on private.role_grants for each row
  when (old.territory_id is not null and old.revoked_at is null and old.dropped_at is null
    and (new.revoked_at is not null or new.dropped_at is not null))
  execute function private.move_topic();

create trigger role_grants_move_topic_delete after delete on private.role_grants for each row
  when (old.territory_id is not null and old.revoked_at is null and old.dropped_at is null) execute function private.move_topic();

-- Returns what territory_topic does, for people who can join it. Raises 403 'forbidden' for others.
create function public.territory_topic(p_territory_id text)
returns text language plpgsql stable security definer set search_path = '' as $$
begin
  if not coalesce(p_territory_id = any (private.my_territories('people')) or private.is_admin(), false) then
    perform private.fail(403, 'forbidden', 'You do not work in this territory');
  end if;
  return private.topic_of(p_territory_id);
end $$;

-- Returns whether the caller may join this topic, which for a territory's is possible only with its current name. The next name is easy to guess, and
-- someone could join it early to keep receiving events after their role ends. The policy below uses it.
create function private.may_join_territory(p_topic text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.territories t where t.id = split_part(p_topic, ':', 2) and p_topic = private.topic_of(t.id)
      and (t.id = any (private.my_territories('people')) or private.is_admin()))
$$;
grant execute on function private.may_join_territory(text) to authenticated;

-- Joining a private channel is a select on realtime.messages as the caller, with realtime.topic() set. No one may send, because there is no insert
-- policy.
create policy topics_read_anon on realtime.messages for select to anon
  using (extension = 'broadcast'
    and (select realtime.topic()) like 'board:%'
    and substr((select realtime.topic()), 7) = any ((select private.open_territories())::text[]));

create policy topics_read on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select private.session_lives()) and (
    (select realtime.topic()) = 'user:' || (select auth.uid())
    or (select private.may_join_territory((select realtime.topic())))
    or ((select realtime.topic()) like 'board:%' and
      substr((select realtime.topic()), 7) = any ((select private.open_territories() || private.my_connected_territories())::text[]))
    or (select private.may_join_conversation((select realtime.topic())))));
