-- The last release's schema, for the example: a guest's remark, written with a cash booking.
alter table public.bookings add column remark text check (length(remark) <= 500);
grant select (remark) on public.bookings to authenticated;

create function public.book_with_remark(p_hold_id uuid, p_remark text)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := (public.book_cash(p_hold_id) ->> 'booking_id')::uuid;
begin
  update public.bookings set remark = p_remark where id = v_id;
  return v_id;
end $$;
revoke execute on function public.book_with_remark(uuid, text) from public, anon;
grant execute on function public.book_with_remark(uuid, text) to authenticated;
