-- Decides a report once. As in 20261121000720, but who decides otherwise than a colleague before them is told, and nothing changes.
create or replace function private.review_report(p_report_id uuid, p_uphold boolean)
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
  if report.status not in ('pending', v_status) then
    perform private.fail(409, 'already_decided', 'This report has already been decided');
  end if;
  if report.status = 'pending' then
    update public.message_reports set status = v_status, reviewed_by = caller, reviewed_at = now() where id = p_report_id;
    if p_uphold then
      perform private.hide_message(report.message_id, true);
    end if;
  end if;
  return jsonb_build_object('status', v_status);
end $$;
