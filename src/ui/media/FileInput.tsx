import type { RefObject } from 'react';

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  accept: string;
  /** The element that names it. */
  labelledBy: string;
  onFiles: (files: File[]) => void;
}

/** Opens the system's choice of files. It is not seen: a button presses it. */
export function FileInput({ ref, accept, labelledBy, onFiles }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      accept={accept}
      className="sr-only"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = ''; // the same file may be chosen again
        onFiles(files);
      }}
    />
  );
}
