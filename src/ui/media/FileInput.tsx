import type { RefObject } from 'react';

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  accept: string;
  /** Its label, or the id of its label. */
  label?: string;
  labelledBy?: string;
  /** Several files at a time. */
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Opens the file chooser. Invisible: a button triggers it. */
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
