-- Internal notes and tags of a booking. The territory's team writes and reads them in the booking's drawer, and the people who run a departure read
-- those of its bookings in their passenger list. Guests never see them, and they are deleted with the guest's account.

create table private.booking_notes (
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  territory_id text not null references public.territories (id),
  -- Set if the note is about the guest. It is then shown with all bookings of the guest in the territory.
  guest_id uuid references public.profiles (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  text text not null check (text <> '' and length(text) <= 1000),
  created_at timestamptz not null default now()
);
alter table private.booking_notes enable row level security;
create index booking_notes_booking_idx on private.booking_notes (booking_id);
create index booking_notes_guest_idx on private.booking_notes (guest_id, territory_id) where guest_id is not null;
create index booking_notes_author_idx on private.booking_notes (author_id);
create index booking_notes_territory_idx on private.booking_notes (territory_id);

create table private.booking_tags (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  tag text not null check (tag <> '' and length(tag) <= 24)
);
alter table private.booking_tags enable row level security;
create unique index booking_tags_idx on private.booking_tags (booking_id, lower(tag));

-- Returns whether the caller may delete a note, because they wrote it, manage its territory or are an admin.
create function private.may_delete_note(n private.booking_notes)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(n.author_id = auth.uid(), false) or n.territory_id = any (private.my_territories('manager')) or private.is_admin()
$$;

-- Returns the notes of a booking, and those about its guest in the same territory, newest first: [{id, text, about_guest, author, at, may_delete}].
-- Empty for the guest, even if they work for the territory. The caller's right to read the booking is checked before.
create function private.notes_of(b private.booking_facts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'text', n.text, 'about_guest', n.guest_id is not null, 'author', c.full_name, 'at', n.created_at,
      'may_delete', private.may_delete_note(n)) order by n.created_at desc, n.id), '[]')
    from private.booking_notes n left join public.profile_cards c on c.id = n.author_id
   where not private.is_own_booking(b) and (n.booking_id = b.id or (n.guest_id = b.tourist_id and n.territory_id = b.territory_id))
$$;

-- Returns the tags of a booking by name. Empty for the guest, even if they work for the territory.
create function private.tags_of(b private.booking_facts)
returns text[] language sql stable security definer set search_path = '' as $$
  select array(select t.tag from private.booking_tags t where t.booking_id = b.id and not private.is_own_booking(b) order by lower(t.tag))
$$;

-- Adds a note of at most 1,000 characters. The caller chooses p_note_id, so that a repeated call adds nothing. p_about_guest shows the note with the
-- guest's other bookings in the territory too, and is ignored for guests without an account. Raises 400 'invalid_input' and 'line_not_plain', 403
-- 'forbidden' and 'own_booking', 404 'booking_not_found', and 409 'too_many_notes' after 50 notes. Locks as lock_booking does.
create function public.add_booking_note(p_booking_id uuid, p_note_id uuid, p_text text, p_about_guest boolean default false)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_booking_id);
  v_text text := private.input_text(jsonb_build_object('text', p_text), 'text', 1000);
begin
  if v_text is null or p_note_id is null then
    perform private.invalid('Please write a note');
  end if;
  perform private.check_text(v_text, 'text');
  if exists (select 1 from private.booking_notes n where n.id = p_note_id) then
    if not exists (select 1 from private.booking_notes n where n.id = p_note_id and n.booking_id = b.id and n.author_id = auth.uid()) then
      perform private.invalid('note_id is already used');
    end if;
    return;
  elsif (select count(*) from private.booking_notes n where n.booking_id = b.id) >= 50 then
    perform private.fail(409, 'too_many_notes', 'This booking already has 50 notes. Delete one first.');
  end if;
  insert into private.booking_notes (id, booking_id, territory_id, guest_id, author_id, text)
  values (p_note_id, b.id, b.territory_id, case when p_about_guest then b.tourist_id end, auth.uid(), v_text);
  perform private.audit_booking('booking_note_added', b);
  perform private.send_booking(b.id, null, b.territory_id);
end $$;

-- Deletes a note. Raises 403 'forbidden' and 404 'note_not_found', which people outside of its territory get too.
create function public.delete_booking_note(p_note_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  n private.booking_notes;
  b private.booking_facts;
begin
  perform private.require_user();
  select * into n from private.booking_notes x where x.id = p_note_id;
  b := private.booking(n.booking_id);
  if n.id is null or private.is_own_booking(b) or not (private.is_admin() or n.territory_id = any (private.my_territories('staff'))) then
    perform private.fail(404, 'note_not_found', 'This note has already been deleted.');
  elsif not private.may_delete_note(n) then
    perform private.fail(403, 'forbidden', 'Only its author or a manager can delete this note');
  end if;
  delete from private.booking_notes x where x.id = p_note_id;
  if found then
    perform private.audit_booking('booking_note_deleted', b);
    perform private.send_booking(b.id, null, b.territory_id);
  end if;
end $$;

-- Adds a tag of at most 24 characters to a booking, or removes it. Upper and lower case are the same. Returns the booking's tags. Raises 400
-- 'invalid_input' and 'line_not_plain', 403 'forbidden' and 'own_booking', 404 'booking_not_found', and 409 'too_many_tags' after six tags. Locks as
-- lock_booking does.
create function public.set_booking_tag(p_booking_id uuid, p_tag text, p_on boolean)
returns text[] language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_booking_id);
  v_tag text := regexp_replace(private.input_text(jsonb_build_object('tag', p_tag), 'tag', 24), '\s+', ' ', 'g');
  v_there boolean;
begin
  if v_tag is null or p_on is null then
    perform private.invalid('Please name the tag');
  end if;
  v_there := exists (select 1 from private.booking_tags t where t.booking_id = b.id and lower(t.tag) = lower(v_tag));
  if p_on and not v_there then
    if not private.is_plain_line(v_tag) then
      perform private.fail_not_plain('tag');
    elsif cardinality(private.tags_of(b)) >= 6 then
      perform private.fail(409, 'too_many_tags', 'A booking can have up to six tags. Remove one first.');
    end if;
    insert into private.booking_tags (booking_id, tag) values (b.id, v_tag);
  elsif not p_on and v_there then
    delete from private.booking_tags t where t.booking_id = b.id and lower(t.tag) = lower(v_tag);
  end if;
  if p_on <> v_there then
    perform private.audit_booking('booking_tagged', b);
    perform private.send_booking(b.id, null, b.territory_id);
  end if;
  return private.tags_of(b);
end $$;

-- Returns the tags on a territory's bookings of the last year, except for the caller's own ones, the most frequent first, at most 20. Raises 403
-- 'forbidden'.
create function public.suggested_booking_tags(p_territory_id text)
returns text[] language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return array(
    -- The caller's own bookings are looked up once, and not for each tag.
    with own as materialized (select x as id from private.bookings_ever_of(auth.uid()) x)
    select min(t.tag) from private.booking_tags t join public.bookings b on b.id = t.booking_id
     where b.territory_id = p_territory_id and b.booking_date > current_date - 365 and b.id not in (select o.id from own o)
     group by lower(t.tag) order by count(*) desc, lower(t.tag) limit 20);
end $$;
