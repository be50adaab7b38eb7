-- Nobody runs the release that wrote remarks any longer. The strongest lock comes first, because raising one while people book would deadlock.
set lock_timeout = '3s';
drop trigger write_remark_and_note on public.bookings;
alter table public.bookings drop column remark;
drop function private.write_remark_and_note();
drop function public.book_with_remark(uuid, text);
-- The index is created by hand beforehand (create index concurrently). This line is for new databases.
create index if not exists bookings_note_idx on public.bookings (note);
