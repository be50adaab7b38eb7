import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Alert } from '@/ui/feedback/Alert';
import { Form, FormFooter, FormProblems } from '@/ui/form/Form';
import type { OfferFormProps } from './OfferEditor';

/** How long it is said that an offer was saved, before its form closes. */
const SHOWN_MS = 2000;

interface Props extends Pick<OfferFormProps, 'back' | 'shown' | 'onReload'> {
  form: ComponentProps<typeof Form>['form'];
  /** What is said once it is saved. */
  done: string;
  submit: ReactNode;
  children: ReactNode;
}

/** The form of an offer. Problems and success stand below its fields, beside the button; after success it leads back to the list. */
export function OfferForm({ form, done, submit, back, shown, onReload, children }: Props) {
  const navigate = useNavigate();
  const closes = form.saved && shown;
  useEffect(() => {
    if (!closes) return;
    const timer = setTimeout(() => void navigate(back), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [closes, navigate, back]);
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
