-- The complete check, which runs each hour or when an admin asks, and its result for the admins' page.

create table private.invariant_reports (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null default now(),
  duration_ms int not null,
  broken int not null check (broken >= 0),
  rules jsonb not null, -- [{rule, broken}]: every rule, in order
  rows jsonb not null -- [{rule, subject, expected, actual}]: at most 200
);
create index invariant_reports_checked_at_idx on private.invariant_reports (checked_at desc);
alter table private.invariant_reports enable row level security;

-- Returns a report as the admins' page reads it.
create function private.invariant_report_json(r private.invariant_reports)
returns jsonb language sql stable set search_path = '' as $$
  select case when r.id is not null then jsonb_build_object('checked_at', r.checked_at, 'duration_ms', r.duration_ms,
    'broken', r.broken, 'rows', r.rows, 'rules', (
      select jsonb_agg(jsonb_build_object('rule', x ->> 'rule', 'meaning', m.meaning, 'todo', m.todo, 'broken', x -> 'broken') order by o.n)
        from jsonb_array_elements(r.rules) with ordinality o (x, n) left join private.invariant_rules() m on m.rule = x ->> 'rule')) end
$$;

-- Checks all invariants and stores the result for 90 days. Returns null without checking if the last one is younger than p_unless_younger, or one is running.
create function private.run_invariant_check(p_unless_younger interval default '0')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_start timestamptz := clock_timestamp();
  v_report private.invariant_reports;
begin
  if exists (select 1 from private.invariant_reports where checked_at > now() - p_unless_younger)
     or not pg_try_advisory_xact_lock(20261121, -1) then
    return null;
  end if;
  with found as (select * from service.check_invariants()),
  counted as (
    select m.n, coalesce(m.rule, f.rule) as rule, coalesce(f.broken, 0) as broken
      from private.invariant_rules() m
      full join (select x.rule, count(*) as broken from found x group by 1) f on f.rule = m.rule),
  bounded as (
    select x.*, row_number() over (partition by x.rule order by x.subject) as i from found x)
  insert into private.invariant_reports (duration_ms, broken, rules, rows)
  select 0, coalesce((select sum(c.broken) from counted c), 0),
         (select jsonb_agg(jsonb_build_object('rule', c.rule, 'broken', c.broken) order by c.n nulls last, c.rule) from counted c),
         coalesce((select jsonb_agg(to_jsonb(y) - 'i' order by y.rule, y.i) from (
           select * from bounded z where z.i <= 20 order by z.rule, z.i limit 200) y), '[]')
  returning * into v_report;
  update private.invariant_reports set duration_ms = extract(epoch from clock_timestamp() - v_start) * 1000
   where id = v_report.id returning * into v_report;
  delete from private.invariant_reports where checked_at < now() - interval '90 days';
  return private.invariant_report_json(v_report);
end $$;
grant execute on function private.run_invariant_check(interval) to service_role;

-- The last report, for admins, else 403 'forbidden'; null when nothing was ever checked.
--   { "checked_at": timestamptz, "duration_ms": int, "broken": int (rows that break a rule, all of them),
--     "rules": [ { "rule": text, "meaning": text, "todo": text (what to do about a broken row), "broken": int } ]  every rule, also those that hold, in a fixed order
--     "rows":  [ { "rule": text, "subject": text, "expected": numeric, "actual": numeric } ]  at most 200, at most 20 a rule }
create function public.latest_invariant_report()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select private.invariant_report_json(r) from private.invariant_reports r order by r.checked_at desc, r.id desc limit 1);
end $$;

-- Returns a new report for admins, at most once a minute, and otherwise the last one. PostgREST gives the request the function's own time limit,
-- because the API's usual one is too short for a large database.
create function public.check_invariants_now()
returns jsonb language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
begin
  perform private.require_admin();
  perform private.run_invariant_check('1 minute');
  return public.latest_invariant_report();
end $$;

-- Returns the rows that break a rule for the reconciler's log, each with what to do: {total, rows: [{rule, subject, expected, actual, todo}]}, at
-- most 20 rows.
create function private.broken_rows_json(p_total bigint, p_rows jsonb)
returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('total', p_total, 'rows', coalesce((
    select jsonb_agg(x.row || jsonb_build_object('todo', m.todo) order by x.n)
      from jsonb_array_elements(p_rows) with ordinality x (row, n) left join private.invariant_rules() m on m.rule = x.row ->> 'rule'
     where x.n <= 20), '[]'))
$$;

-- Checks only changes of the last hour, because this runs each minute and must not grow with the table. check_invariants_if_due checks everything.
create function service.recent_broken_rows()
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.broken_rows_json(count(*), coalesce(jsonb_agg(to_jsonb(f)), '[]')) from service.check_invariants(now() - interval '1 hour') f
$$;

-- Runs the complete check if the last one is more than an hour old, and returns it in the same shape. If it isn't due, there are no broken rows.
create function service.check_invariants_if_due()
returns jsonb language plpgsql security definer set search_path = '' set statement_timeout = '120s' as $$
declare
  v_report jsonb := private.run_invariant_check('70 minutes');
begin
  return private.broken_rows_json(coalesce((v_report ->> 'broken')::bigint, 0), coalesce(v_report -> 'rows', '[]'));
end $$;
