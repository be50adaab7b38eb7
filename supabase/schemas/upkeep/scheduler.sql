-- Scheduled jobs of a hosted project: pg_cron calls the database, and through pg_net the edge functions, each minute. Without these extensions (the embedded
-- stack has its own timer) nothing is scheduled.

do $$
declare
  v_name text;
begin
  foreach v_name in array array['pg_cron', 'pg_net'] loop
    if exists (select 1 from pg_available_extensions e where e.name = v_name and e.installed_version is null) then
      execute format('create extension %I', v_name);
    end if;
  end loop;
end $$;

-- Calls an edge function as the timer does. Address and secret are in the Vault, where `supabase db push` writes them from [db.vault] of config.toml; until
-- then nothing is called.
create function private.call_function(p_name text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_url text := (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'functions_url');
  v_secret text := (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'reconcile_secret');
begin
  if v_url is null or v_secret is null then
    return;
  end if;
  perform net.http_post(url := v_url || '/' || p_name, body := '{}'::jsonb,
    headers := jsonb_build_object('content-type', 'application/json', 'x-reconcile-secret', v_secret),
    timeout_milliseconds := 55000);
end $$;

-- Creates the scheduled jobs. Repeating it is safe, because a job of the same name is replaced. The database itself frees seats of unpaid holds and
-- checks invariants, even while no function responds.
create function private.schedule_jobs()
returns void language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    return;
  end if;
  perform cron.schedule('territorio-release-expired', '* * * * *', 'select service.release_expired()');
  perform cron.schedule('territorio-departures', '* * * * *', 'select service.run_departures()');
  perform cron.schedule('territorio-invariants', '17 * * * *', 'select private.run_invariant_check()');
  if to_regnamespace('net') is not null and to_regnamespace('vault') is not null then
    perform cron.schedule('territorio-reconcile', '* * * * *', $job$ select private.call_function('reconcile') $job$);
    perform cron.schedule('territorio-process-outbox', '* * * * *', $job$ select private.call_function('process-outbox') $job$);
  end if;
end $$;

select private.schedule_jobs();
