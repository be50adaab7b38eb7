import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useReducer, useRef } from 'react';
import { cx } from '@/ui/cx';
import { Alert } from '@/ui/feedback/Alert';
import { SignInLink } from '@/ui/feedback/SignInLink';

export interface FormProblem {
  /** The control's id, for a link. A failure of the whole form has none. */
  field?: string;
  text: string;
  /** True if the session has ended. Signing in leads back here, and the draft is kept. */
  signIn?: boolean;
}

export interface FormSummaryHandle {
  focus: () => void;
}

/**
 * Focuses the box in the render that shows it, once per request, unless the person has typed or moved the focus
 * since.
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
    // This runs before the form's own handlers.
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
 * Lists a form's problems once, above the form. After a failed submit it takes the focus as the text appears,
 * unless the person has moved on. The alert is announced either way.
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
