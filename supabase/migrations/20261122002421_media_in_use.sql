-- A picture that a saved row shows is not taken away, not even by whoever put it there: a form that is given up takes its uploads
-- with it at once, and the answer of its last save may have been lost. What nobody shows any more is swept (20261121002123).

-- Does a row show this object of the bucket `media`, or a variant of it? Of what people send in only its own functions know.
create function private.media_in_use(p_name text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  address text := '/storage/v1/object/public/media/' || private.media_base(p_name) || '.';
begin
  return p_name !~ '^user-submissions/' and exists (
    select 1 from public.territories t, unnest(t.image_urls || t.video_urls) url where starts_with(url, address)
    union all
    select 1 from public.experiences e, unnest(e.image_urls || e.video_urls) url where starts_with(url, address)
    union all
    select 1 from public.territory_transports s, unnest(s.image_urls) url where starts_with(url, address));
end $$;
revoke all on function private.media_in_use(text) from public, anon, authenticated, service_role;
grant execute on function private.media_in_use(text) to authenticated;

create policy territorio_media_in_use on storage.objects as restrictive for delete to authenticated
  using (bucket_id <> 'media' or not private.media_in_use(name));
