import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { z } from 'zod/mini';
import { Button } from '@/ui/Button';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormProblems } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';

const MAX_REASON = 500;

interface Props {
  name: string;
  roleText: string;
  onCancel: () => void;
  onConfirm: (reason: string) => Promise<void>;
}

/** Declines a request for a role, with a reason that the person reads. */
export function DeclineDialog({ name, roleText, onCancel, onConfirm }: Props) {
  const { t } = useLingui();
  const id = useId();
  const form = useForm({
    schema: z.object({ reason: z.string().check(z.trim(), z.maxLength(MAX_REASON)) }),
    values: { reason: '' },
    oneField: true,
    save: ({ reason }) => onConfirm(reason),
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !form.sending && onCancel()}
      title={<Trans>Decline the request</Trans>}
      description={t`${name} asks to be: ${roleText}`}
      actions={
        <>
          <Button onClick={onCancel} disabled={form.sending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant="danger" busy={form.sending}>
            <Trans>Decline</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" ownProblems>
        <Field
          label={t`Reason (optional)`}
          hint={t`They read it in the bell and in an e-mail.`}
          {...form.field('reason')}
        >
          <Textarea rows={3} maxLength={MAX_REASON} {...form.register('reason')} />
        </Field>
        <FormProblems />
      </Form>
    </Dialog>
  );
}
