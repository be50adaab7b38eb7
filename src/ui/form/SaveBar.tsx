import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRootClass } from '@/lib/hooks/use-root-class';
import { Button, LinkButton } from '@/ui/Button';
import { Spinner } from '@/ui/feedback/Spinner';
import { useAround, useStartAgain } from './Form.tsx';

interface Props {
  submit: ReactNode;
  /** The text after saving. */
  done?: string | undefined;
}

/**
 * Shows the save button and the state of saving, at the bottom of the window above a phone's navigation. If the form is
 * a whole page, Cancel leaves it. Otherwise Cancel discards the changes.
 */
export function SaveBar({ submit, done }: Props) {
  useRootClass('has-save-bar');
  const { form, back, cancel } = useAround();
  const startAgain = useStartAgain();
  // If the form is a whole page, the bar is always visible.
  const isIdle = !(back || form.dirty || form.sending || form.saved || form.problems.length > 0);
  return (
    <div className="save-bar" data-idle={isIdle || undefined}>
      <p role="status" className="flex min-w-0 items-center gap-2 text-sm text-ink-2 empty:hidden wrap-anywhere">
        <State done={done} />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={form.dirty || back ? 'primary' : 'secondary'}
          busy={form.sending}
          aria-disabled={form.saved || undefined}
        >
          {submit}
        </Button>
        {back ? (
          <LinkButton to={back}>
            <Trans>Cancel</Trans>
          </LinkButton>
        ) : (
          form.dirty && (
            <Button onClick={cancel ?? startAgain}>
              <Trans>Discard changes</Trans>
            </Button>
          )
        )}
      </div>
    </div>
  );
}

/** Says in words whether the form is saved. */
function State({ done }: Pick<Props, 'done'>) {
  const { t } = useLingui();
  const { form } = useAround();
  if (form.saved) {
    return (
      <>
        <CircleCheck aria-hidden="true" className="size-5 flex-none text-success-text" />
        <span key="saved" className="font-semibold text-success-text">
          {done ?? t`Saved`}
        </span>
      </>
    );
  }
  if (form.sending) {
    return (
      <>
        <Spinner />
        <span key="saving">{t`Saving…`}</span>
      </>
    );
  }
  if (form.failed || form.problems.length > 0) {
    return (
      <>
        <CircleAlert aria-hidden="true" className="size-5 flex-none text-danger-text" />
        <span key="failed">{t`Your changes aren't saved yet, but nothing you typed is lost.`}</span>
      </>
    );
  }
  if (!form.dirty) return null;
  return (
    <>
      <PencilLine aria-hidden="true" className="size-5 flex-none" />
      <span key="unsaved">{form.restored ? t`Unsaved changes, restored` : t`Unsaved changes`}</span>
    </>
  );
}
