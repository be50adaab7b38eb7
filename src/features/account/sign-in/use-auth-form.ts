import { useMutation } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useId, useRef } from 'react';
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { AppError } from '@/lib/api/errors';
import type { FormProblem, FormSummaryHandle } from '@/ui/form/FormSummary';

/** The part that every form here shares: sending, the summary that takes focus, ids that it can link to. */
export function useAuthForm<T extends FieldValues>(form: UseFormReturn<T>, send: (values: T) => Promise<void>) {
  const base = useId();
  const summary = useRef<FormSummaryHandle>(null);
  /** From the press until it was refused or its answer came. */
  const going = useRef(false);
  const mutation = useMutation({ mutationFn: send, onError: () => summary.current?.focus() });
  const { errors } = form.formState;
  const fieldId = (name: FieldPath<T>) => `${base}-${name}`;
  const problems: FormProblem[] = messagesOf(errors).map(({ name, text }) => ({ field: `${base}-${name}`, text }));
  if (problems.length === 0 && mutation.error) problems.push({ text: failureText(mutation.error) });
  return {
    summary,
    problems,
    fieldId,
    sending: mutation.isPending,
    errorOf: (name: FieldPath<T>) => messagesOf(errors).find((m) => m.name === name)?.text,
    onSubmit: async (event: BaseSyntheticEvent) => {
      event.preventDefault();
      // The button is busy only a moment later, and Enter in the only field of a form needs no button.
      if (going.current) return;
      going.current = true;
      try {
        mutation.reset();
        await form.handleSubmit(
          (values) => mutation.mutateAsync(values).catch(() => undefined), // `problems` shows it
          () => summary.current?.focus(),
        )(event);
      } finally {
        going.current = false;
      }
    },
  };
}

/** What failed and, where it is known, why. */
function failureText(error: Error): string {
  return error instanceof AppError && error.detail ? `${error.message} ${error.detail}` : error.message;
}

function messagesOf<T extends FieldValues>(errors: FieldErrors<T>): { name: string; text: string }[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    const text = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
    return typeof text === 'string' && text !== '' ? [{ name, text }] : [];
  });
}
