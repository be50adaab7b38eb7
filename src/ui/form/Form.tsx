import { Trans } from '@lingui/react/macro';
import { createContext, type ReactNode, type Ref, type SyntheticEvent, useContext } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button, type ButtonProps, LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { ConflictNotice, type OthersChange } from './ConflictNotice.tsx';
import { type FormProblem, FormSummary, type FormSummaryHandle } from './FormSummary.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useDiscard } from './use-discard.tsx';
import type { AppForm } from './use-form.ts';

/** The parts of `useForm` that `Form` renders. */
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
  othersChanges: () => Promise<readonly OthersChange[]>;
  discard: () => void;
}

interface Around {
  form: FormState;
  onReload: (() => void) | undefined;
  cancel: (() => void) | undefined;
  back: string | undefined;
}

const FormContext = createContext<Around | null>(null);

/** Returns the surrounding form and its actions. Throws outside a `Form`. */
export function useAround(): Around {
  const around = useContext(FormContext);
  if (!around) throw new Error('This stands inside of a Form');
  return around;
}

interface Props {
  form: FormState;
  /** The form's id, for a submit button outside it, as in a dialog. */
  id?: string;
  label?: string;
  /** The form's name, for the question before leaving a page with several forms. */
  name?: string;
  className?: string;
  /** The warning before leaving a record that was never saved, because more than changes would be lost. */
  lost?: string | undefined;
  /** True if the form asks before typed text is lost. Forms with Cancel always ask. */
  guarded?: boolean;
  /** Closes the form. Cancel asks first if something was typed. */
  onCancel?: () => void;
  /** True if Escape acts as Cancel. In a dialog, the dialog handles Escape. */
  cancelsWithEscape?: boolean;
  /** The path to which Cancel leads, for a form that is a whole page. */
  back?: string;
  /** Refetches the record after a conflict. The form is then reset. */
  onReload?: () => void;
  /** True if the form renders `FormProblems` itself. */
  ownProblems?: boolean;
  children: ReactNode;
}

/** Returns the surrounding form, for fields that several forms share. */
export const useFormContext = <Values extends FieldValues>() => useAround().form as unknown as AppForm<Values>;

/**
 * Renders the form with its problems, its fields and the question before leaving. The last child must be a
 * `FormFooter`.
 */
export function Form(props: Props) {
  const { form, id, label, name, className = 'grid grid-cols-1 gap-5', back, onCancel, onReload, children } = props;
  const { guarded = Boolean(onCancel || back), ownProblems = false, cancelsWithEscape = false, lost } = props;
  const discard = () => {
    form.discard();
    onCancel?.();
  };
  const [cancel, question] = useDiscard(form.dirty, discard, lost);
  return (
    <FormContext value={{ form, onReload, back, cancel: onCancel && cancel }}>
      {/* The question is outside the form, so that its keys don't reach the form. */}
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

/**
 * Shows a form's problems, and the conflict if someone else has saved the record. If the session has ended, signing in
 * leads back to `signInTo`, such as '#reviews'.
 */
export function FormProblems({ signInTo }: { signInTo?: string }) {
  const { form } = useAround();
  return (
    <>
      <FormSummary ref={form.summary} problems={form.problems} signInTo={signInTo} className="col-span-full" />
      <FormConflict />
    </>
  );
}

/** Shows the conflict with a save by someone else. */
export function FormConflict() {
  const { form, onReload } = useAround();
  const startAgain = useStartAgain();
  if (!form.conflict || !onReload || !startAgain) return null;
  return (
    <div className="col-span-full w-full">
      <ConflictNotice
        changes={form.othersChanges}
        busy={form.sending}
        onReload={startAgain}
        onKeep={() => void form.keepMine()}
      />
    </div>
  );
}

/**
 * Returns a function that discards the typed changes and shows the saved record. Returns undefined if the form can't.
 */
export function useStartAgain(): (() => void) | undefined {
  const { form, onReload } = useAround();
  if (!onReload) return form.startAgain;
  return () => {
    form.discard();
    onReload();
  };
}

/** Says that unsaved changes were restored, and offers to discard them. */
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
  /** The text of the submit button. */
  submit: ReactNode;
}

/** Shows the submit button, and Cancel if the form has it. */
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
