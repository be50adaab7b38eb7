import { type DragEvent, useState } from 'react';

/** Accepts files dropped on an element that has these handlers. `over` is true while files are dragged above it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(event.dataTransfer.types.includes('Files'));
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
    },
  };
  return { over, handlers };
}
