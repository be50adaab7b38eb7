import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod/mini';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter, FormProblems } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { editDraftOf } from './drafts.ts';
import type { BoardMessage } from './pages.ts';
import { boardKeys, deleteMessage, editMessage } from './queries.ts';

const MAX = 4000;
const schema = z.object({ text: z.string().check(z.refine((text) => text.trim() !== '', { error: '' })) });

interface Props {
  message: BoardMessage;
  territoryId: string;
  act: 'edit' | 'delete';
  onClose: () => void;
}

/** Lets authors edit and delete their own messages. */
export default function OwnMessage(props: Props) {
  return props.act === 'edit' ? <Edit {...props} /> : <Delete {...props} />;
}

function Edit({ message, territoryId, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema,
    values: { text: message.message },
    draft: editDraftOf(message.id),
    oneField: true,
    save: ({ text }) => editMessage(message.id, text),
    onSaved: async () => {
      await refreshQueries(client, { queryKey: boardKeys.all(territoryId) });
      onClose();
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('text'), [setFocus]);
  return (
    <Form form={form} ownProblems guarded={false} className="mt-1 grid gap-3" onCancel={onClose} cancelsWithEscape>
      <Field label={t`Your message`} {...form.field('text')}>
        <Textarea rows={3} maxLength={MAX} dir="auto" {...form.register('text')} />
      </Field>
      <FormProblems />
      <FormFooter size="sm" submit={<Trans>Save</Trans>} />
    </Form>
  );
}

function Delete({ message, territoryId, onClose }: Props) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={async () => {
        await deleteMessage(message.id);
        await refreshQueries(client, { queryKey: boardKeys.all(territoryId) });
        onClose();
      }}
      title={<Trans>Delete your message?</Trans>}
      description={<Trans>No one will be able to read this message. Replies from others stay.</Trans>}
      confirm={<Trans>Delete message</Trans>}
    />
  );
}
