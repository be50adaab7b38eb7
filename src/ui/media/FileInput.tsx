import type { RefObject } from 'react';

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  accept: string;
  /** The label of the input. Pass this or the id of its label. */
  label?: string;
  labelledBy?: string;
  /** True if several files can be chosen at a time. */
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Opens the file chooser. It is invisible, and a button triggers it. */
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
        event.target.value = ''; // lets the same file be chosen again
        onFiles(files);
      }}
    />
  );
}
