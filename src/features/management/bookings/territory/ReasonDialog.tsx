import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { z } from 'zod/mini';
import { statusLabel } from '@/features/booking/tickets/labels';
import { Button } from '@/ui/Button';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormProblems } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import type { Change } from './use-status-change';

const MAX_REASON = 500;

interface Props {
  change: Change;
  onCancel: () => void;
  onConfirm: (reason: string) => Promise<void>;
}

/** Why an arrival is set although its day is over: it stands in the booking's history and in the audit log. */
export default function ReasonDialog({ change: { row, to }, onCancel, onConfirm }: Props) {
  const { t } = useLingui();
  const id = useId();
  const status = statusLabel(to);
  const form = useForm({
    schema: z.object({
      reason: z.string().check(z.trim(), z.minLength(1, t`Please give a reason`), z.maxLength(MAX_REASON)),
    }),
    values: { reason: '' },
    oneField: true,
    save: ({ reason }) => onConfirm(reason),
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !form.sending && onCancel()}
      title={<Trans>Set to {status}</Trans>}
      description={
        <Trans>
          The day of {row.title} is over. What you write here stays in the booking's history, and the traveller is told
          of the new status.
        </Trans>
      }
      actions={
        <>
          <Button onClick={onCancel} disabled={form.sending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary" busy={form.sending}>
            <Trans>Set to {status}</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" ownProblems>
        <Field label={<Trans>Why is it set now?</Trans>} {...form.field('reason')}>
          <Textarea rows={3} maxLength={MAX_REASON} {...form.register('reason')} />
        </Field>
        <FormProblems />
      </Form>
    </Dialog>
  );
}
