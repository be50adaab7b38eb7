-- Who answers a review, and whose pictures it shows.

-- The operator's side of a service: who runs its region, the guide who leads the experience, the region's shuttle managers for transport.
create function private.operates(p_territory_id text, p_experience_id uuid, p_transport_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.runs_territory(p_territory_id)
    or (p_transport_id is not null and coalesce(p_territory_id = any (private.my_territories('shuttle')), false))
    or (p_experience_id is not null and exists (
      select 1 from public.experiences e where e.id = p_experience_id and e.guide_id = (select auth.uid())
        and e.territory_id = any (private.my_territories('guide'))))
$$;

create or replace function private.reply_review(p_review_id uuid, p_reply text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  review public.reviews;
  answer text := nullif(btrim(p_reply), '');
begin
  select * into review from public.reviews r where r.id = p_review_id for update;
  if review.id is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  elsif not private.operates(review.territory_id, review.experience_id, review.transport_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to reply to this review');
  elsif length(answer) > 4000 then
    perform private.fail(400, 'reply_too_long', 'Please keep your answer under 4000 characters');
  end if;
  update public.reviews set reply = answer, replied_by = case when answer is not null then caller end,
    replied_at = case when answer is not null then now() end
  where id = p_review_id;
  return jsonb_build_object('id', p_review_id);
end $$;

-- What the caller may do with the reviews of a service: answer them, take them out of sight. One question a page.
create function private.my_review_rights(p_kind text, p_service_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('reply', private.operates(s.territory_id, s.experience_id, s.transport_id), 'hide', private.runs_territory(s.territory_id))
      from (select e.territory_id, e.id as experience_id, null::uuid as transport_id from public.experiences e
             where p_kind = 'experience' and e.id = p_service_id
            union all
            select t.territory_id, null, t.id from public.territory_transports t where p_kind = 'transport' and t.id = p_service_id) s),
    '{"reply": false, "hide": false}')
$$;
create function public.my_review_rights(p_kind text, p_service_id uuid)
returns jsonb language sql stable set search_path = '' as $$ select private.my_review_rights(p_kind, p_service_id) $$;

-- A picture of a review is an upload of its author's own that is really there: an address alone could point anywhere.
create function private.check_review_photos()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from unnest(new.photo_urls) as url
     where not exists (
       select 1 from storage.objects o
        where o.bucket_id = 'media' and o.owner_id = new.author_id::text
          and '/storage/v1/object/public/media/' || o.name = url)) then
    perform private.fail(400, 'invalid_input', 'This review cannot be saved');
  end if;
  return new;
end $$;
create trigger reviews_check_photos before insert on public.reviews
  for each row when (not private.is_trusted_caller() and cardinality(new.photo_urls) > 0) execute function private.check_review_photos();

revoke all on function private.operates(text, uuid, uuid), private.my_review_rights(text, uuid), public.my_review_rights(text, uuid),
  private.check_review_photos() from public, anon, authenticated, service_role;
grant execute on function private.my_review_rights(text, uuid), public.my_review_rights(text, uuid) to authenticated;
