import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '@/ui/feedback/Alert';
import { Form, FormFooter, FormProblems } from '@/ui/form/Form';

interface Props {
  form: ComponentProps<typeof Form>['form'];
  /** What is said once it is saved. */
  done: string;
  submit: ReactNode;
  onReload: () => void;
  /** Where one goes without saving. */
  back: string;
  children: ReactNode;
}

/** The form of a record: problems and success stand below its fields, beside the button. */
export function RecordFrame({ form, done, submit, onReload, back, children }: Props) {
  return (
    <Form form={form} back={back} onReload={onReload} ownProblems>
      {children}
      <div className="grid gap-4 empty:hidden">
        <FormProblems />
        <div aria-live="polite" className="empty:hidden">
          {form.saved && <Alert tone="success">{done}</Alert>}
        </div>
      </div>
      <FormFooter submit={submit} />
    </Form>
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

/** Calls `go` a while after something was saved; leaving earlier cancels it. */
export function useAfterSaving(saved: boolean, go: () => void, ms = 2000): void {
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [saved, ms]);
}
