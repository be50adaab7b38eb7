-- Who has a conversation open has read what its notifications tell. Also the e-mail about them stays unsent (private.unread_messages).
create function private.mark_conversation_read(p_kind text, p_booking_id uuid)
returns int language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_count int;
begin
  update public.notifications n set read = true
   where n.user_id = caller and not n.read and n.type = 'message'
     and ((p_kind = 'experience' and n.booking_id = p_booking_id) or (p_kind = 'transport' and n.transport_booking_id = p_booking_id));
  get diagnostics v_count = row_count;
  return v_count;
end $$;
create function public.mark_conversation_read(p_kind text, p_booking_id uuid)
returns int language sql security invoker set search_path = '' as $$ select private.mark_conversation_read(p_kind, p_booking_id) $$;
revoke all on function private.mark_conversation_read(text, uuid), public.mark_conversation_read(text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.mark_conversation_read(text, uuid), public.mark_conversation_read(text, uuid) to authenticated;
