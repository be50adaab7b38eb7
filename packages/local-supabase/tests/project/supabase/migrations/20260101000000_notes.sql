create table public.notes (id bigint generated always as identity primary key, owner_id uuid not null default auth.uid(), text text not null);
alter table public.notes enable row level security;
create policy notes_own on public.notes to authenticated using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
