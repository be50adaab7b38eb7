-- Applied after @supabase/lite's own storage tables. Adds the privileges that a hosted project has on them (lite 0.10.0 lacks them and grants
-- everything to everyone on its first request instead). RLS on both tables decides the rest.
grant usage on schema storage to anon, authenticated, service_role;
grant select, insert, update, delete on storage.objects, storage.buckets to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
