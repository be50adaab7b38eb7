-- What the clock does with departures, each minute: those whose hour has passed have departed, those below their minimum are decided, cards that
-- waited for that are charged, free seats are offered to who waits, offers that are missing are made, those that nobody answered give the money back, tickets that nobody took are offered
-- no more, and guests hear of the conditions that touch them. Each step asks what is so now, and not what should have happened when: a scheduler that slept does the same a little later.

-- Departures whose hour has passed. One that somebody else has locked waits for the next run; a zone that nobody knows has no hour. → how many
create function private.mark_departed()
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  with due as (
    select d.id from public.departures d join public.territories t on t.id = d.territory_id
     where d.status in ('scheduled', 'confirmed') and d.service_date <= current_date + 1
       and case when private.local_time(t.time_zone) is not null then private.departs_at(d) <= now() end
     order by d.id limit 1000 for no key update of d skip locked)
  update public.departures d set status = 'departed' from due where d.id = due.id;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create function service.run_departures()
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return jsonb_build_object('departed', private.mark_departed(), 'go_no_go', private.run_go_no_go(), 'charged', private.charge_decided(), 'seats_offered', private.run_waiting_lists(), 'offers_made', private.offer_bookings(),
    'offers_expired', private.expire_departure_offers(), 'transfers_ended', private.end_ticket_transfers(), 'walk_ups_forgotten', private.forget_walk_ups(),
    'conditions_told', private.tell_conditions());
end $$;
