import type { RefObject } from 'react';

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  accept: string;
  /** Its name, or the element that names it. */
  label?: string;
  labelledBy?: string;
  /** Several at once. */
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Opens the system's choice of files. It is not seen: a button presses it. */
export function FileInput({ ref, accept, label, labelledBy, multiple = true, disabled, onFiles }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={multiple}
      accept={accept}
      className="sr-only"
      tabIndex={-1}
      aria-label={label}
      aria-labelledby={labelledBy}
      disabled={disabled}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = ''; // the same file may be chosen again
        onFiles(files);
      }}
    />
  );
}
