import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod/mini';
import { AppError } from '@/lib/api/errors';
import { Button } from '@/ui/Button';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { Blockers } from './Blockers';
import { Consequences } from './Consequences';
import { accountDeletion, type DeletionTerms, deletionTermsQuery } from './queries';

const schema = z.object({
  password: z.string().check(z.minLength(1, { error: () => t`Please enter your password` })),
});

interface Props {
  userId: string;
  onClose: () => void;
  /** Runs the deletion so that the app expects the end of the session, and continues afterwards. */
  leave: (act: () => Promise<void>) => Promise<void>;
}

/** Shows what blocks the deletion, or its consequences and the password field. */
export default function DeleteDialog({ userId, onClose, leave }: Props) {
  const { t } = useLingui();
  const terms = useQuery(deletionTermsQuery(userId));
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const blocked = terms.data && terms.data.blockers.length > 0;
  const ready = terms.data && !blocked;
  // Closing the dialog during the deletion would hide the result.
  const close = () => !busy && onClose();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={<Trans>Delete your account</Trans>}
      description={
        blocked ? <Trans>Some things have to be settled first.</Trans> : <Trans>This can't be undone.</Trans>
      }
      className="max-h-[calc(100dvh-2rem)] overflow-y-auto"
      actions={
        <>
          <Button onClick={close}>{blocked ? <Trans>Close</Trans> : <Trans>Keep my account</Trans>}</Button>
          {blocked && (
            <Button variant="primary" busy={terms.isFetching} onClick={() => void terms.refetch()}>
              <Trans>Check again</Trans>
            </Button>
          )}
          {ready && (
            <Button type="submit" form={formId} variant="danger" busy={busy}>
              <Trans>Delete my account</Trans>
            </Button>
          )}
        </>
      }
    >
      {terms.isPending && (
        <LoadingArea label={t`Loading…`} className="grid gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-12" />
        </LoadingArea>
      )}
      {terms.error && !terms.data && (
        <ErrorState title={terms.error.message} onRetry={() => void terms.refetch()} retrying={terms.isFetching} />
      )}
      {blocked && <Blockers blockers={terms.data.blockers} />}
      {ready && <Confirm id={formId} terms={terms.data} userId={userId} leave={leave} onBusy={setBusy} />}
    </Dialog>
  );
}

interface ConfirmProps extends Pick<Props, 'userId' | 'leave'> {
  id: string;
  terms: DeletionTerms;
  onBusy: (busy: boolean) => void;
}

function Confirm({ id, terms, userId, leave, onBusy }: ConfirmProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [remove] = useState(accountDeletion);
  const form = useForm({
    schema,
    values: { password: '' },
    save: async ({ password }) => {
      onBusy(true);
      try {
        await leave(() => remove(password));
      } catch (error) {
        if (error instanceof AppError && error.code === 'account_blocked') {
          await client.invalidateQueries({ queryKey: deletionTermsQuery(userId).queryKey });
        }
        throw error;
      } finally {
        onBusy(false);
      }
    },
  });
  return (
    <Form form={form} id={id}>
      <Consequences unpaid={terms.unpaid_commissions} />
      <Field label={t`Your password`} {...form.field('password')} hint={t`No password, or forgot it? Reset it first.`}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
    </Form>
  );
}
