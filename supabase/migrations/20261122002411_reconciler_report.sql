-- What the reconciler did, and when it ran last: without it nothing is released, refunded again or sent again, and nobody would notice.
--
-- The page reads:  public.reconciler_report() → jsonb, administrators only (else 403 'forbidden')
--   { "last_run_at": timestamptz | null (never), "late": boolean (it should have run by now),
--     "runs": int, "unreachable": int, "done": { <what>: int } }             the last three: of the last 24 hours
--   `done` are the counts of the function's own answer (supabase/functions/reconcile), summed up.

create table private.reconciler_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  result jsonb not null check (jsonb_typeof(result) = 'object') -- counts by name
);
create index reconciler_runs_at_idx on private.reconciler_runs (at desc);
alter table private.reconciler_runs enable row level security;
revoke all on private.reconciler_runs from public, anon, authenticated;

-- Called by the reconciler at its end. Kept for two days: it runs each minute.
create function private.note_reconciler_run(p_result jsonb)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.reconciler_runs (result) values (p_result);
  delete from private.reconciler_runs where at < now() - interval '2 days';
end $$;
create function public.note_reconciler_run(p_result jsonb)
returns void language sql security invoker set search_path = '' as $$ select private.note_reconciler_run(p_result) $$;

create function private.reconciler_report()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_last timestamptz := (select max(at) from private.reconciler_runs);
begin
  perform private.require_admin();
  return (
    with day as (select r.result from private.reconciler_runs r where r.at > now() - interval '24 hours'),
    counts as (
      select c.key, sum(c.value::text::bigint) as n from day d, jsonb_each(d.result) c
       where jsonb_typeof(c.value) = 'number' group by c.key)
    select jsonb_build_object('last_run_at', v_last, 'late', coalesce(v_last < now() - interval '5 minutes', true),
      'runs', (select count(*) from day), 'unreachable', coalesce((select c.n from counts c where c.key = 'unreachable'), 0),
      'done', coalesce((select jsonb_object_agg(c.key, c.n) from counts c where c.key <> 'unreachable'), '{}')));
end $$;
create function public.reconciler_report() returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.reconciler_report()
$$;

revoke all on function private.note_reconciler_run(jsonb), public.note_reconciler_run(jsonb), private.reconciler_report(),
  public.reconciler_report() from public, anon, authenticated, service_role;
grant execute on function private.note_reconciler_run(jsonb), public.note_reconciler_run(jsonb) to service_role;
grant execute on function private.reconciler_report(), public.reconciler_report() to authenticated;
