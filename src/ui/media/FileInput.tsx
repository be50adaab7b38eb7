import type { RefObject } from 'react';

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  accept: string;
  /** The input's label. Pass either this or `labelledBy`. */
  label?: string;
  labelledBy?: string;
  /** True if several files can be chosen together. */
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Lets a button open the file chooser, through an invisible input. */
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
        event.target.value = ''; // Allows the same file to be chosen again.
        onFiles(files);
      }}
    />
  );
}
