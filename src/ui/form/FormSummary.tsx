import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useReducer, useRef } from 'react';
import { cx } from '@/ui/cx';
import { Alert } from '@/ui/feedback/Alert';
import { SignInLink } from '@/ui/feedback/SignInLink';

export interface FormProblem {
  /** The id of the control, for the link. A failure of the whole form has none. */
  field?: string;
  text: string;
  /** True if the session has ended. Signing in then leads back to the form, whose draft is kept. */
  signIn?: boolean;
}

export interface FormSummaryHandle {
  focus: () => void;
}

/**
 * Returns a function that requests the focus for the box, which gets it in the render that shows it. It doesn't if the
 * person has typed or moved the focus since the submit.
 */
function useFocusWhenShown(box: RefObject<HTMLElement | null>, shown: boolean): () => void {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const wanted = useRef(false);
  const sent = useRef<{ from: Element | null; typed: boolean }>({ from: null, typed: false });
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    const onSubmit = () => {
      wanted.current = false;
      sent.current = { from: document.activeElement, typed: false };
    };
    const onInput = () => {
      sent.current.typed = true;
    };
    // Capturing, so that these handlers run before the form's own.
    form.addEventListener('submit', onSubmit, { capture: true });
    form.addEventListener('input', onInput, { capture: true });
    return () => {
      form.removeEventListener('submit', onSubmit, { capture: true });
      form.removeEventListener('input', onInput, { capture: true });
    };
  }, [box]);
  useLayoutEffect(() => {
    if (!wanted.current || !shown) return;
    wanted.current = false;
    const { from, typed } = sent.current;
    const now = document.activeElement;
    const elsewhere = from && now && now !== from && now !== document.body;
    if (!typed && !elsewhere) box.current?.focus();
  });
  return () => {
    wanted.current = true;
    draw();
  };
}

/**
 * Lists a form's problems above it. After a failed submit, the list takes the focus unless the person has moved on.
 * Screen readers announce it in any case.
 */
export function FormSummary({
  problems,
  ref,
  signInTo,
  className,
}: {
  problems: readonly FormProblem[];
  ref?: Ref<FormSummaryHandle>;
  /** The part of the page to which signing in leads back. */
  signInTo?: string | undefined;
  className?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useFocusWhenShown(box, problems.length > 0);
  useImperativeHandle(ref, () => ({ focus }));
  const unique = problems.filter((p, at) => problems.findIndex((other) => other.text === p.text) === at);
  return (
    <div ref={box} tabIndex={-1} className={cx('rounded-md outline-none empty:hidden', className)}>
      {unique.length > 0 && (
        <Alert tone="danger">
          <ul className="grid gap-1">
            {unique.map((p) => (
              <li key={p.text}>
                {p.field ? (
                  <a
                    className="underline underline-offset-4"
                    href={`#${p.field}`}
                    onClick={(event) => jump(event, p.field)}
                  >
                    {p.text}
                  </a>
                ) : (
                  p.text
                )}
                {p.signIn && <SignInLink to={signInTo} />}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

function jump(event: { preventDefault: () => void }, field: string | undefined) {
  event.preventDefault();
  if (field) document.getElementById(field)?.focus();
}
