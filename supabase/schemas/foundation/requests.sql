-- What a person asked for, by the key that their browser or phone made for it. Sent again after a lost answer, the same request is done once and
-- answered alike. Holds keep keys of their own (bookings/holds.sql): no second row where seats are sold.

create table private.requests (
  person_id uuid not null references public.profiles (id) on delete cascade,
  key uuid not null,
  hash text not null, -- of the request: the same key with another one is refused
  answer jsonb, -- ids and results; null: nothing was done
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
create index requests_created_idx on private.requests (created_at);
alter table private.requests enable row level security;

-- What the same request came to before, or null: then the caller does it, and records with `done` what it came to. p_request: the name of what is
-- asked for, and its details. Locks the person, so the same request at the same time waits. Raises 400 'invalid_input' without a key, 409
-- 'idempotency_key_reused' where the key was used for another request.
create function private.once(p_key uuid, p_request jsonb, p_person_id uuid default auth.uid())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_hash text := private.hash_code(p_request::text);
  r private.requests;
begin
  if p_key is null then
    perform private.invalid('A key is required');
  end if;
  perform private.lock_user(p_person_id);
  insert into private.requests as x (person_id, key, hash) values (p_person_id, p_key, v_hash)
  on conflict (person_id, key) do update set hash = case when x.answer is null then excluded.hash else x.hash end
  returning * into r;
  if r.hash <> v_hash then
    perform private.fail(409, 'idempotency_key_reused', 'This request was already used with other details');
  end if;
  return r.answer;
end $$;

-- Records the result of a request: ids and results, from which each answer is built with current data. Returns p_answer.
create function private.done(p_key uuid, p_answer jsonb, p_person_id uuid default auth.uid())
returns jsonb language sql security definer set search_path = '' as $$
  update private.requests x set answer = p_answer where x.person_id = p_person_id and x.key = p_key returning x.answer
$$;
