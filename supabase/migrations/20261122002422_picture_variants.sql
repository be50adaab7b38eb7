-- Variants in 720 px, what most phones draw across the screen, and as JPEG, for a browser that cannot write WebP (Safari):
-- {territory,experience,transport}-media/{uuid}/w{480|720|960|1600}.{avif|webp|jpg}.
-- Otherwise as in 20261121000740.
create or replace function private.may_put_media(p_name text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  uuid_shape constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  caller uuid := (select auth.uid());
  folder text := split_part(p_name, '/', 1);
  base text;
begin
  if caller is null or p_name is null then
    return false;
  elsif folder = 'user-submissions' then
    return p_name ~ ('^user-submissions/' || caller || '/' || uuid_shape || '\.[a-z0-9]{2,5}$');
  elsif p_name !~ ('^(territory|experience|transport)-media/' || uuid_shape || '(\.[a-z0-9]{2,5}|/w(480|720|960|1600)\.(avif|webp|jpg))$') then
    return false;
  elsif not (private.is_admin() or cardinality(private.my_territories('staff')) > 0
     or (folder = 'transport-media' and cardinality(private.my_territories('shuttle')) > 0)) then
    return false;
  end if;
  base := substring(p_name from '^([a-z-]+/' || uuid_shape || ')');
  return not exists (
    select 1 from storage.objects o
    where o.bucket_id = 'media' and o.name like base || '%' and o.owner_id is distinct from caller::text);
end $$;
