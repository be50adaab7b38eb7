import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { ConflictNotice } from '@/ui/form/ConflictNotice';
import { FormSummary } from '@/ui/form/FormSummary';
import { UnsavedGuard } from '@/ui/form/UnsavedGuard';
import type { RecordForm, RecordValues } from './use-record-form';

interface Props<T extends RecordValues> {
  form: RecordForm<T>;
  /** What is said once it is saved. */
  done: string;
  submit: ReactNode;
  onReload: () => void;
  /** Where one goes without saving. */
  back: string;
  children: ReactNode;
}

/** The form element of a record with what stands around its fields. */
export function RecordFrame<T extends RecordValues>({ form, done, submit, onReload, back, children }: Props<T>) {
  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="grid gap-5">
      <UnsavedGuard dirty={form.dirty} onDiscard={form.discard} />
      {children}
      <div className="grid gap-4 empty:hidden">
        <FormSummary ref={form.summary} problems={form.problems} />
        {form.conflict && (
          <ConflictNotice
            busy={form.sending}
            onReload={() => {
              form.discard();
              onReload();
            }}
            onKeep={() => void form.keepMine()}
          />
        )}
        <div aria-live="polite" className="empty:hidden">
          {form.saved && <Alert tone="success">{done}</Alert>}
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={form.sending || form.saved}>
          {submit}
        </Button>
        <LinkButton to={back}>
          <Trans>Cancel</Trans>
        </LinkButton>
      </div>
    </form>
  );
}

/** A group of fields with a heading. */
export function FormSection({ title, hint, children }: { title: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className="card grid gap-5 p-4 sm:p-6">
      <div>
        <h2 className="text-lg font-bold">{title}</h2>
        {hint && <p className="mt-0.5 text-sm text-ink-2">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

/** Said while a file is still on its way. */
export function useUploadingText(): string {
  const { t } = useLingui();
  return t`Please wait until your files are uploaded`;
}
