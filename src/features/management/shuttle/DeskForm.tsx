import { Trans } from '@lingui/react/macro';
import type { FormEvent, ReactNode, Ref } from 'react';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { type FormProblem, FormSummary, type FormSummaryHandle } from '@/ui/form/FormSummary';
import { UnsavedGuard } from '@/ui/form/UnsavedGuard';
import { useDiscard } from '@/ui/form/use-discard';

interface Props {
  /** What the hook of the form knows. */
  own: {
    summary: Ref<FormSummaryHandle>;
    problems: FormProblem[];
    sending: boolean;
    onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  };
  element?: Ref<HTMLFormElement>;
  title: string;
  submit: ReactNode;
  icon?: ReactNode;
  /** Something was typed that has not been saved. */
  dirty: boolean;
  /** Throws the draft away. */
  forget: () => void;
  onClose: () => void;
  narrow?: boolean;
  children: ReactNode;
}

/** A form that stands in a tab of the desk: its problems, its title, its fields, its buttons, and a question before it is given up. */
export function DeskForm({
  own,
  element,
  title,
  submit,
  icon,
  dirty,
  forget,
  onClose,
  narrow = false,
  children,
}: Props) {
  const unsaved = dirty && !own.sending;
  const [cancel, question] = useDiscard(unsaved, () => {
    forget();
    onClose();
  });
  return (
    <>
      {question}
      <form
        ref={element}
        noValidate
        aria-label={title}
        className={cx(
          'card grid gap-5 p-5 sm:p-6 [&>div:first-child:empty]:hidden',
          narrow ? 'max-w-2xl' : 'max-w-3xl',
        )}
        onSubmit={(event) => void own.onSubmit(event)}
      >
        <FormSummary ref={own.summary} problems={own.problems} />
        <UnsavedGuard dirty={unsaved} onDiscard={forget} />
        <h2 className="font-title text-2xl">{title}</h2>
        {children}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={own.sending} icon={icon}>
            {submit}
          </Button>
          <Button onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </>
  );
}
