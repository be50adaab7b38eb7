-- Who may join which topic. A payload carries ids alone; the client reads again under its own rights. The triggers that send
-- are beside the tables that they tell of.
--
--   user:<uuid>                                 notification, message, booking,
--                                               invite                           its owner
--   territory:<id>                              booking, departure, report,
--                                               role_request                     the people who work there, and admins
--   board:<territory id>                        board_message                    everyone, while the territory is open
--   booking:<experience|transport>:<booking id> message                          everybody who may read the conversation

-- Joining a private channel is a select on realtime.messages as the caller with realtime.topic() set. Nobody may send: there
-- is no insert policy.
create policy topics_read_anon on realtime.messages for select to anon
  using (extension = 'broadcast'
    and (select realtime.topic()) like 'board:%'
    and substr((select realtime.topic()), 7) = any ((select private.open_territories())::text[]));

create policy topics_read on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (
    (select realtime.topic()) = 'user:' || (select auth.uid())
    or ((select realtime.topic()) like 'territory:%' and (
      substr((select realtime.topic()), 11) = any ((select private.my_territories('people'))::text[])
      or (select private.is_admin())))
    or ((select realtime.topic()) like 'board:%' and
      substr((select realtime.topic()), 7) = any ((select private.open_territories() || private.my_connected_territories())::text[]))
    or (select private.may_join_conversation((select realtime.topic())))));
