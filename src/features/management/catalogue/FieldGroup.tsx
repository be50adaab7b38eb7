import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  id?: string;
  legend: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** Groups several controls as one field, with the error below. */
export function FieldGroup({ id, legend, error, children }: Props) {
  const noteId = id && `${id}-note`;
  return (
    <fieldset className="field" aria-describedby={noteId}>
      <legend className="label mb-1.5">{legend}</legend>
      {children}
      {noteId && (
        <p className="err empty:hidden" id={noteId}>
          {error && (
            <>
              <CircleAlert aria-hidden="true" />
              <span>{error}</span>
            </>
          )}
        </p>
      )}
    </fieldset>
  );
}
