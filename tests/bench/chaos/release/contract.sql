-- Nobody runs the release that wrote remarks.
set lock_timeout = '3s';
-- Made by hand before (create index concurrently): here it is for databases that are new.
create index if not exists bookings_note_idx on public.bookings (note);
drop function public.book_with_remark(uuid, text);
drop trigger write_remark_and_note on public.bookings;
drop function private.write_remark_and_note();
alter table public.bookings drop column remark;
