import { Trans } from '@lingui/react/macro';
import { createContext, type ReactNode, type Ref, type SyntheticEvent, useContext } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button, type ButtonProps, LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { ConflictNotice } from './ConflictNotice.tsx';
import { type FormProblem, FormSummary, type FormSummaryHandle } from './FormSummary.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useDiscard } from './use-discard.tsx';
import type { AppForm } from './use-form.ts';

/** The part of `useForm` that `Form` renders. */
interface FormState {
  element: Ref<HTMLFormElement>;
  summary: Ref<FormSummaryHandle>;
  problems: readonly FormProblem[];
  conflict: boolean;
  sending: boolean;
  saved: boolean;
  failed: boolean;
  restored: boolean;
  dirty: boolean;
  startAgain: (() => void) | undefined;
  onSubmit: (event: SyntheticEvent) => Promise<void>;
  keepMine: () => Promise<void>;
  discard: () => void;
}

interface Around {
  form: FormState;
  onReload: (() => void) | undefined;
  cancel: (() => void) | undefined;
  back: string | undefined;
}

const FormContext = createContext<Around | null>(null);

/** Context for the parts of a form. */
export function useAround(): Around {
  const around = useContext(FormContext);
  if (!around) throw new Error('This stands inside of a Form');
  return around;
}

interface Props {
  form: FormState;
  /** For a dialog's submit button, which is outside the form. */
  id?: string;
  label?: string;
  /** The form's name in the question before leaving, on pages with several. */
  name?: string;
  className?: string;
  /** The warning before leaving, if more than changes would be lost: for a record never saved. */
  lost?: string | undefined;
  /** Asks before typed text is lost; a form with Cancel always does. */
  guarded?: boolean;
  /** Closes the form; Cancel asks first if something was typed. */
  onCancel?: () => void;
  /** Escape acts as Cancel, except in a dialog, which handles Escape itself. */
  cancelsWithEscape?: boolean;
  /** Where Cancel leads, for a form that is a page. */
  back?: string;
  /** Reads the record again and resets the form after a conflict. */
  onReload?: () => void;
  /** The form renders its own `FormProblems`. */
  ownProblems?: boolean;
  children: ReactNode;
}

/** The surrounding form, for fields shared by several forms. */
export const useFormContext = <Values extends FieldValues>() => useAround().form as unknown as AppForm<Values>;

/** The form element with its problems, leave guard and fields; put a `FormFooter` last. */
export function Form(props: Props) {
  const { form, id, label, name, className = 'grid gap-5', back, onCancel, onReload, children } = props;
  const { guarded = Boolean(onCancel || back), ownProblems = false, cancelsWithEscape = false, lost } = props;
  const discard = () => {
    form.discard();
    onCancel?.();
  };
  const [cancel, question] = useDiscard(form.dirty, discard, lost);
  return (
    <FormContext value={{ form, onReload, back, cancel: onCancel && cancel }}>
      {/* Beside the form: its keys are not the form's. */}
      {question}
      <form
        ref={form.element}
        id={id}
        noValidate
        aria-label={label}
        className={className}
        onSubmit={(event) => void form.onSubmit(event)}
        onKeyDown={(event) => cancelsWithEscape && event.key === 'Escape' && cancel()}
      >
        {guarded && <RestoredNotice />}
        {!ownProblems && <FormProblems />}
        {guarded && <UnsavedGuard dirty={form.dirty} name={name} lost={lost} onDiscard={form.discard} />}
        {children}
      </form>
    </FormContext>
  );
}

/** The problems of a form, and a conflict with another person's save. */
export function FormProblems() {
  const { form, onReload } = useAround();
  const startAgain = useStartAgain();
  return (
    <>
      <FormSummary ref={form.summary} problems={form.problems} className="col-span-full" />
      {form.conflict && onReload && startAgain && (
        <div className="col-span-full">
          <ConflictNotice busy={form.sending} onReload={startAgain} onKeep={() => void form.keepMine()} />
        </div>
      )}
    </>
  );
}

/** Shows the saved record without what was typed. */
export function useStartAgain(): (() => void) | undefined {
  const { form, onReload } = useAround();
  if (!onReload) return form.startAgain;
  return () => {
    form.discard();
    onReload();
  };
}

/** Says that unsaved changes were restored, with a button to discard them. */
function RestoredNotice() {
  const { form } = useAround();
  const startAgain = useStartAgain();
  if (!form.restored) return null;
  const discard = (
    <Button size="sm" onClick={startAgain}>
      <Trans>Discard changes</Trans>
    </Button>
  );
  return (
    <Alert tone="info" className="col-span-full" action={startAgain && discard}>
      <span>
        <Trans>We've restored your unsaved changes</Trans>
      </span>
    </Alert>
  );
}

interface FooterProps extends Pick<ButtonProps, 'icon' | 'size' | 'block' | 'variant'> {
  /** The button's text. */
  submit: ReactNode;
}

/** The submit button, with Cancel if the form can be cancelled. */
export function FormFooter({ submit, variant = 'primary', ...look }: FooterProps) {
  const { form, cancel, back } = useAround();
  return (
    <div className="col-span-full flex flex-wrap gap-3">
      <Button {...look} type="submit" variant={variant} busy={form.sending || form.saved}>
        {submit}
      </Button>
      {cancel && (
        <Button {...(look.size && { size: look.size })} onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      )}
      {back && (
        <LinkButton to={back}>
          <Trans>Cancel</Trans>
        </LinkButton>
      )}
    </div>
  );
}
