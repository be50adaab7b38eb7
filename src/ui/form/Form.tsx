import { Trans } from '@lingui/react/macro';
import { createContext, type ReactNode, type Ref, type SyntheticEvent, useContext } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button, type ButtonProps, LinkButton } from '@/ui/Button';
import { ConflictNotice } from './ConflictNotice.tsx';
import { type FormProblem, FormSummary, type FormSummaryHandle } from './FormSummary.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useDiscard } from './use-discard.tsx';
import type { AppForm } from './use-form.ts';

/** What `useForm` gives to what stands around the fields. */
interface FormState {
  element: Ref<HTMLFormElement>;
  summary: Ref<FormSummaryHandle>;
  problems: readonly FormProblem[];
  conflict: boolean;
  sending: boolean;
  saved: boolean;
  dirty: boolean;
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

function useAround(): Around {
  const around = useContext(FormContext);
  if (!around) throw new Error('This stands inside of a Form');
  return around;
}

interface Props {
  form: FormState;
  /** For the submit button of a dialog, which stands outside. */
  id?: string;
  label?: string;
  className?: string;
  /** Asks before what was typed is lost; a form that can be cancelled always does. */
  guarded?: boolean;
  /** Closes the form; Cancel asks first where something was typed. */
  onCancel?: () => void;
  /** Escape does the same as Cancel: not in a dialog, which has its own. */
  cancelsWithEscape?: boolean;
  /** Where Cancel leads to, for a form that is a page. */
  back?: string;
  /** Reads the record again and starts the form anew, when somebody else has saved it meanwhile. */
  onReload?: () => void;
  /** The problems do not stand first: the form has a `FormProblems` of its own. */
  ownProblems?: boolean;
  children: ReactNode;
}

/** The form around, for fields that several forms have in common. */
export const useFormContext = <Values extends FieldValues>() => useAround().form as unknown as AppForm<Values>;

/** The form element with its problems, its question before something is lost, and its fields; put a `FormFooter` last. */
export function Form(props: Props) {
  const { form, id, label, className = 'grid gap-5', back, onCancel, onReload, children } = props;
  const { guarded = Boolean(onCancel || back), ownProblems = false, cancelsWithEscape = false } = props;
  const [cancel, question] = useDiscard(form.dirty, () => {
    form.discard();
    onCancel?.();
  });
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
        {!ownProblems && <FormProblems />}
        {guarded && <UnsavedGuard dirty={form.dirty} onDiscard={form.discard} />}
        {children}
      </form>
    </FormContext>
  );
}

/** What is wrong, and whether somebody else has saved meanwhile. */
export function FormProblems() {
  const { form, onReload } = useAround();
  return (
    <>
      <FormSummary ref={form.summary} problems={form.problems} className="col-span-full" />
      {form.conflict && onReload && (
        <div className="col-span-full">
          <ConflictNotice
            busy={form.sending}
            onReload={() => {
              form.discard();
              onReload();
            }}
            onKeep={() => void form.keepMine()}
          />
        </div>
      )}
    </>
  );
}

interface FooterProps extends Pick<ButtonProps, 'icon' | 'size' | 'block' | 'variant'> {
  /** The words of the button. */
  submit: ReactNode;
}

/** The submit button, and Cancel where the form can be given up. */
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
