import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';

interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** Returns the ids and state of the surrounding `Field`, or null outside one. */
export function useField(): FieldIds | null {
  return useContext(FieldContext);
}

export interface FieldProps {
  label: ReactNode;
  /** A hint below the control. An error replaces it. */
  hint?: ReactNode;
  error?: string | undefined;
  /** True if the label says that the field is optional. */
  optional?: boolean;
  /** A fixed id, which links in an error summary need. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** Shows a control with its label. The control gets its id, `aria-invalid` and `aria-describedby` from the context. */
export function Field({ label, hint, error, optional, id: given, className, children }: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const noteId = `${id}-note`;
  const noted = Boolean(error ?? hint);
  return (
    <FieldContext value={{ id, describedBy: noted ? noteId : undefined, invalid: Boolean(error) }}>
      <div className={className ? `field ${className}` : 'field'}>
        <label className="label" htmlFor={id}>
          {label}
          {optional && (
            <span className="opt">
              <Trans>optional</Trans>
            </span>
          )}
        </label>
        {children}
        {error ? (
          <p className="err" id={noteId}>
            <CircleAlert aria-hidden="true" />
            <span>{error}</span>
          </p>
        ) : (
          hint && (
            <p className="hint" id={noteId}>
              {hint}
            </p>
          )
        )}
      </div>
    </FieldContext>
  );
}
