-- Results of requests, by a key that the browser or phone creates. A request that is repeated after a lost response is performed once and returns the
-- same result. Holds have their own keys (bookings/holds.sql), to avoid a second row per hold.

create table private.requests (
  person_id uuid not null references public.profiles (id) on delete cascade,
  key uuid not null,
  hash text not null, -- of the request, so that the same key with another request is refused
  answer jsonb, -- ids and results, null if nothing was done
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
create index requests_created_idx on private.requests (created_at);
alter table private.requests enable row level security;

-- Returns the result of an earlier identical request, or null. If it is null, the caller performs the request and records the result with `done`.
-- p_request has the request's name and details. Locks the person, so that a concurrent identical request waits. Raises 400 'invalid_input' without a
-- key, and 409 'idempotency_key_reused' if the key was used for another request.
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
    perform private.fail(409, 'idempotency_key_reused', 'You already sent this with other details. Please reload the page and check before you try again.');
  end if;
  return r.answer;
end $$;

-- Records the result of a request and returns p_answer. It has ids and results, from which each response is built with current data.
create function private.done(p_key uuid, p_answer jsonb, p_person_id uuid default auth.uid())
returns jsonb language sql security definer set search_path = '' as $$
  update private.requests x set answer = p_answer where x.person_id = p_person_id and x.key = p_key returning x.answer
$$;
