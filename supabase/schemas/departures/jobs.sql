-- The scheduled job for departures, which runs each minute. It marks past ones as departed, decides about those below their minimum, charges cards
-- that waited for that, offers free seats to the waitlist, creates missing offers, refunds unanswered ones, ends expired ticket transfers, and
-- notifies guests of travel alerts. Each step looks at the current state and not at what should have happened when, so after an outage it does the
-- same later.

-- Marks departures as departed after their time, and returns their number. A locked one waits for the next run. Without a valid time zone it has no
-- time.
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
  return jsonb_build_object('departed', private.mark_departed(), 'go_no_go', private.run_go_no_go(), 'charged', private.charge_decided(), 'seats_offered', private.run_waitlists(), 'offers_made', private.offer_bookings(),
    'offers_expired', private.expire_departure_offers(), 'transfers_ended', private.end_ticket_transfers(), 'dock_sales_forgotten', private.forget_dock_sales(),
    'conditions_told', private.tell_conditions());
end $$;
