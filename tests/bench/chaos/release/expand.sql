-- The new release calls the remark a note. Both columns exist, and writing one writes both.
set lock_timeout = '3s';
alter table public.bookings add column note text;
alter table public.bookings add constraint bookings_note_length check (length(note) <= 500) not valid;
alter table public.bookings validate constraint bookings_note_length;
grant select (note) on public.bookings to authenticated;

create function private.write_remark_and_note() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.note := coalesce(new.note, new.remark);
    new.remark := new.note;
  elsif new.remark is distinct from old.remark then
    new.note := new.remark;
  elsif new.note is distinct from old.note then
    new.remark := new.note;
  end if;
  return new;
end $$;
create trigger write_remark_and_note before insert or update of remark, note on public.bookings
  for each row execute function private.write_remark_and_note();

create function public.book_with_note(p_hold_id uuid, p_note text)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := (public.book_cash(p_hold_id) ->> 'booking_id')::uuid;
begin
  update public.bookings set note = p_note where id = v_id;
  return v_id;
end $$;
revoke execute on function public.book_with_note(uuid, text) from public, anon;
grant execute on function public.book_with_note(uuid, text) to authenticated;
