import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { z } from 'zod/mini';
import { Button, type ButtonProps } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { Textarea } from './controls.tsx';
import { Field } from './Field.tsx';
import { Form, FormProblems } from './Form.tsx';
import { optionalText, requiredText } from './text-rules.ts';
import { useForm } from './use-form.ts';

const MAX_REASON = 500;

interface Props {
  title: ReactNode;
  description: ReactNode;
  label: ReactNode;
  hint?: ReactNode;
  /** The error for a missing reason. Without this text, the reason is optional. */
  required?: string;
  submit: ReactNode;
  /** The text of the button that changes nothing, where 'Cancel' would be ambiguous. */
  keep?: ReactNode;
  variant: NonNullable<ButtonProps['variant']>;
  /** The key under which the typed reason survives a reload. */
  draft: string;
  /** The maximum length. The database has the same limit. */
  limit?: number;
  onCancel: () => void;
  onConfirm: (reason: string) => Promise<void>;
}

/** Asks for a reason that someone else will read, and runs the action. */
export function ReasonDialog(props: Props) {
  const {
    title,
    description,
    label,
    hint,
    required,
    submit,
    keep,
    variant,
    draft,
    limit = MAX_REASON,
    onConfirm,
  } = props;
  const id = useId();
  const form = useForm({
    schema: z.object({
      reason: required === undefined ? optionalText(limit) : requiredText(() => required, limit),
    }),
    values: { reason: '' },
    draft,
    oneField: true,
    save: ({ reason }) => onConfirm(reason),
  });
  const onCancel = () => {
    form.discard();
    props.onCancel();
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !form.sending && onCancel()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onCancel} disabled={form.sending}>
            {keep ? (
              <span key="keep">{keep}</span>
            ) : (
              <span>
                <Trans>Cancel</Trans>
              </span>
            )}
          </Button>
          <Button type="submit" form={id} variant={variant} busy={form.sending}>
            {submit}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" guarded ownProblems>
        <Field label={label} hint={hint} optional={required === undefined} {...form.field('reason')}>
          <Textarea rows={3} maxLength={limit} {...form.register('reason')} />
        </Field>
        <FormProblems />
      </Form>
    </Dialog>
  );
}
