import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Dialog } from '@/ui/overlay/Dialog';

/** As in the database. */
const MAX_NAME = 120;

interface Props {
  /** Of the link that gets another name; a new one has none. */
  name?: string;
  onClose: () => void;
  /** Closing is the caller's; a failure keeps what was typed. */
  onSave: (name: string) => Promise<unknown>;
}

/** Names a referral link, a new one or one that is there. */
export default function LinkForm({ name: before, onClose, onSave }: Props) {
  const { t } = useLingui();
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(before ?? '');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    if (!name.trim()) {
      setProblem(t`Please enter a name for your referral link`);
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onSave(name.trim());
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }
  const isNew = before === undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={isNew ? <Trans>Create Link</Trans> : <Trans>Edit name</Trans>}
      description={<Trans>Only you see the name. Choose one that tells where the link is, such as “Front desk”.</Trans>}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {isNew ? <Trans>Create Link</Trans> : <Trans>Save</Trans>}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)}>
        {failure && <Failure>{failure}</Failure>}
        <Field label={t`Name`} error={problem}>
          <Input
            ref={field}
            dir="auto"
            value={name}
            maxLength={MAX_NAME}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            onInput={() => setProblem(undefined)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

const Failure = ({ children }: { children: string }) => (
  <Alert tone="danger" className="mb-4">
    {children}
  </Alert>
);
