import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { z } from 'zod/mini';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { requiredLine } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';

/** The database has the same limit. */
const MAX_NAME = 120;
const schema = z.object({
  name: requiredLine(() => text`Please enter a name for your referral link`, MAX_NAME),
});

interface Props {
  /** The current name when renaming. A new link has none. */
  name?: string;
  onClose: () => void;
  /** Saves the name. The caller closes the form, and a failure keeps the typed text. */
  onSave: (name: string) => Promise<unknown>;
}

/** Asks for the name of a new or existing referral link. */
export default function LinkForm({ name: before, onClose, onSave }: Props) {
  const { t } = useLingui();
  const id = useId();
  const form = useForm({
    schema,
    values: { name: before ?? '' },
    draft: `referral-link-${before ?? 'new'}`,
    oneField: true,
    save: ({ name }) => onSave(name),
  });
  const isNew = before === undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.sending && onClose()}
      title={isNew ? <Trans>Create Link</Trans> : <Trans>Edit name</Trans>}
      description={<Trans>Only you see this name. Choose one that says where the link is, such as “Front desk”.</Trans>}
      actions={
        <>
          <Button onClick={onClose} disabled={form.sending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary" busy={form.sending}>
            {isNew ? <Trans>Create Link</Trans> : <Trans>Save</Trans>}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4">
        <Field label={t`Name`} {...form.field('name')}>
          <Input dir="auto" maxLength={MAX_NAME} autoComplete="off" {...form.register('name')} />
        </Field>
      </Form>
    </Dialog>
  );
}
