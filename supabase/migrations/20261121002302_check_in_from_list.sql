-- Check-in from the list, without the ticket's code: the same people, the same answers and the same single step as check_in. As no
-- code proves that the guest was there, the trail names who said so.

-- A booking that is not there is nobody's: it gets the refusal of somebody else's.
create function private.check_in_listed(p_kind text, p_booking_id uuid, p_action text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_refusal private.refusal;
begin
  if p_action is null or p_action not in ('checked_in', 'no_show') then
    perform private.invalid('action must be checked_in or no_show');
  end if;
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  if not (private.has_role('tour_guide') or private.has_role('shuttle_manager') or private.has_role('territory_manager')
          or private.has_role('territory_staff')) then
    perform private.fail(403, 'check_in_forbidden', 'You do not have permission to check in passengers');
  end if;
  b := private.booking(p_kind, p_booking_id);
  v_refusal := private.check_in_refusal(b);
  if v_refusal.status is not null then
    perform private.fail(v_refusal.status, v_refusal.code, v_refusal.message);
  end if;
  if private.mark_arrival(p_kind, p_booking_id, p_action) then
    perform private.audit('check_in_from_list', b.territory_id,
      case p_kind when 'experience' then 'bookings' else 'transport_bookings' end, b.id::text, jsonb_build_object('check_in_status', p_action));
    return private.check_in_json(p_kind, p_booking_id);
  end if;
  b := private.booking(p_kind, p_booking_id);
  if not private.is_live(b.status) then
    perform private.fail(409, 'booking_cancelled', 'This booking has been cancelled');
  end if;
  perform private.fail(409, 'check_in_already',
    case b.check_in_status when 'no_show' then 'This booking was already marked as a no-show' else 'This booking is already checked in' end);
  return null;
end $$;
create function public.check_in_listed(p_kind text, p_booking_id uuid, p_action text)
returns jsonb language sql security invoker set search_path = '' as $$ select private.check_in_listed(p_kind, p_booking_id, p_action) $$;
revoke all on function private.check_in_listed(text, uuid, text), public.check_in_listed(text, uuid, text)
  from public, anon, authenticated, service_role;
-- anon too: a session that has run out is told so.
grant execute on function private.check_in_listed(text, uuid, text), public.check_in_listed(text, uuid, text) to anon, authenticated;
