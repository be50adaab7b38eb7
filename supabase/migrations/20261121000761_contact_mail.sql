-- A contact message goes to the team by e-mail, through the outbox: a mail service that is down loses nothing. Once for a message,
-- however often asked. Only the edge function, which knows the team's address, may ask.
create function private.queue_contact_mail(p_id uuid, p_recipient text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:contact_message:' || c.id, 'email', 'contact_message', p_recipient,
    jsonb_build_object('name', c.name, 'email', c.email, 'subject', c.subject, 'message', c.message)
  from public.contact_messages c where c.id = p_id
  on conflict (dedupe_key) do nothing;
end $$;
grant execute on function private.queue_contact_mail(uuid, text) to service_role;
create function public.queue_contact_mail(p_id uuid, p_recipient text)
returns void language sql set search_path = '' as $$ select private.queue_contact_mail(p_id, p_recipient) $$;
grant execute on function public.queue_contact_mail(uuid, text) to service_role;
