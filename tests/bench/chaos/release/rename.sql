-- The wrong way: a rename in one step, while the last release is in use.
set lock_timeout = '3s';
drop function public.book_with_remark(uuid, text);
alter table public.bookings rename column remark to note;

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
