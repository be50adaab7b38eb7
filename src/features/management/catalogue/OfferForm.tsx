import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Form } from '@/ui/form/Form';
import { SaveBar } from '@/ui/form/SaveBar';
import type { OfferFormProps } from './OfferEditor';

/** How long the success message is visible before the form closes. */
const SHOWN_MS = 2000;

interface Props extends Pick<OfferFormProps, 'back' | 'shown' | 'onReload'> {
  form: ComponentProps<typeof Form>['form'];
  done: string;
  submit: ReactNode;
  /** The leave warning for a new service. */
  lost: string | undefined;
  children: ReactNode;
}

/** Shows a service's form, and returns to the list after saving. */
export function OfferForm({ form, done, submit, lost, back, shown, onReload, children }: Props) {
  const navigate = useNavigate();
  const closes = form.saved && shown;
  useEffect(() => {
    if (!closes) return;
    const timer = setTimeout(() => void navigate(back), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [closes, navigate, back]);
  return (
    <Form form={form} back={back} lost={lost} onReload={onReload}>
      {children}
      <SaveBar submit={submit} done={done} />
    </Form>
  );
}

interface SectionProps {
  title: ReactNode;
  hint?: ReactNode;
  /** A URL fragment such as '#who-guides', which opens the form at this section. */
  anchor?: string;
  children: ReactNode;
}

/** Groups fields under a heading. */
export function FormSection({ title, hint, anchor, children }: SectionProps) {
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const isGoal = anchor !== undefined && hash === anchor;
  // The form renders only when its data has loaded, which is too late for the browser to scroll by itself.
  useEffect(() => {
    if (!isGoal) return;
    // scrollIntoView is missing in some test browsers.
    heading.current?.scrollIntoView?.();
    heading.current?.focus({ preventScroll: true });
  }, [isGoal]);
  return (
    <section id={anchor?.slice(1)} className="card grid scroll-mt-24 gap-5 p-4 sm:p-6">
      <div>
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-28 text-lg font-bold">
          {title}
        </h2>
        {hint && <p className="mt-0.5 text-sm text-ink-2">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
