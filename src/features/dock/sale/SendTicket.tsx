import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail, MessageCircle } from 'lucide-react';
import { useId, useState } from 'react';
import { z } from 'zod/mini';
import { LANGUAGES, languageOf, SOURCE, withPrefix } from '@/lib/i18n/languages';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Input, Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { validEmail } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { renewLink, type Sale, saleKeys, sendTicket } from './queries';

/** Returns the address of the ticket's page. The token is after the #, which browsers never send to a server. */
export function ticketLink({ token, language }: Pick<Sale, 'token' | 'language'>, origin = location.origin): string {
  return `${origin}${withPrefix(paths.dockTicket, languageOf(language) ?? SOURCE)}#${token}`;
}

/** Without a number, WhatsApp asks for the recipient. */
export const ticketMessage = (sale: Sale): string =>
  `https://wa.me/${(sale.whatsapp_number ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(`${sale.title}: ${ticketLink(sale)}`)}`;

/** Sends the ticket by WhatsApp or email. */
export function SendTicket({ userId, sale }: { userId: string; sale: Sale }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(max(8rem,40%),100%),1fr))] gap-2.5">
      <a className="btn btn-outline-night" href={ticketMessage(sale)} target="_blank" rel="noreferrer">
        <MessageCircle aria-hidden="true" />
        <span>WhatsApp</span>
      </a>
      <Button variant="outline-night" icon={<Mail aria-hidden="true" />} onClick={() => setOpen(true)}>
        <Trans>Email</Trans>
      </Button>
      <NewLink userId={userId} sale={sale} />
      {open && <MailDialog userId={userId} sale={sale} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Creates a new link, so that one sent by mistake stops working. */
function NewLink({ userId, sale }: { userId: string; sale: Sale }) {
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: () => renewLink(sale.sale_id),
    onSuccess: (after) => client.setQueryData(saleKeys.one(userId, sale.sale_id), after),
  });
  return (
    <div className="col-span-full grid gap-2">
      <Button variant="outline-night" size="sm" busy={renew.isPending} onClick={() => renew.mutate()}>
        <Trans>Replace link</Trans>
      </Button>
      {renew.isSuccess && (
        <p role="status" className="text-sm text-on-night-2">
          <Trans>We've replaced the link. Earlier links no longer work.</Trans>
        </p>
      )}
      <FailureAlert error={renew.error} />
    </div>
  );
}

const schema = z.object({
  email: z.string().check(z.trim(), validEmail()),
  language: z.enum(LANGUAGES.map(({ code }) => code)),
});

function MailDialog({ userId, sale, onClose }: { userId: string; sale: Sale; onClose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const client = useQueryClient();
  const form = useForm({
    schema,
    values: { email: '', language: sale.language },
    draft: `ticket-mail-${sale.sale_id}`,
    save: async ({ email, language }) => {
      client.setQueryData(saleKeys.one(userId, sale.sale_id), await sendTicket(sale.sale_id, email, language));
    },
  });
  if (form.saved) {
    const to = form.values.email.trim();
    return (
      <Dialog open onOpenChange={onClose} title={t`The ticket is on its way`}>
        <p
          role="status"
          className="wrap-anywhere"
        >{t`We'll send the ticket to ${to} and use the address for nothing else.`}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (form.sending) return;
        form.discard();
        onClose();
      }}
      title={t`Email the ticket`}
      actions={
        <Button type="submit" form={id} variant="primary" busy={form.sending}>
          <Trans>Send ticket</Trans>
        </Button>
      }
    >
      <Form form={form} id={id} className="grid gap-4" guarded>
        <Field label={t`Email address`} {...form.field('email')}>
          <Input type="email" inputMode="email" autoComplete="off" {...form.register('email')} />
        </Field>
        <Field label={t`Guest's language`} {...form.field('language')}>
          <Select
            options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
            {...form.register('language')}
          />
        </Field>
      </Form>
    </Dialog>
  );
}
