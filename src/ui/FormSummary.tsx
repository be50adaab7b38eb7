import { type Ref, useImperativeHandle, useRef } from 'react';
import { Alert } from './Alert.tsx';

export interface FormProblem {
  /** The id of the control, to jump to it; none for a failure of the whole form. */
  field?: string;
  text: string;
}

export interface FormSummaryHandle {
  focus: () => void;
}

/** What is wrong with a form, once each, above it. Give it focus when sending failed. */
export function FormSummary({
  problems,
  ref,
  className,
}: {
  problems: readonly FormProblem[];
  ref?: Ref<FormSummaryHandle>;
  className?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  // The text is there only after the next render, so focus waits for it.
  useImperativeHandle(ref, () => ({ focus: () => requestAnimationFrame(() => box.current?.focus()) }), []);
  const unique = problems.filter((p, at) => problems.findIndex((other) => other.text === p.text) === at);
  return (
    <div ref={box} tabIndex={-1} className="rounded-md outline-none">
      {unique.length > 0 && (
        <Alert tone="danger" {...(className ? { className } : {})}>
          <ul className="grid gap-1">
            {unique.map((p) => (
              <li key={p.text}>
                {p.field ? (
                  <a
                    className="underline-offset-4 hover:underline"
                    href={`#${p.field}`}
                    onClick={(event) => jump(event, p.field)}
                  >
                    {p.text}
                  </a>
                ) : (
                  p.text
                )}
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
