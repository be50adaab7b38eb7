import { useState } from 'react';
import { readText, removeText, writeText } from '@/lib/storage';

const key = (place: string) => `territorio-board-${place}`;

/**
 * A text that is being written, kept in this tab under a name that tells board, parent and author apart: a reload or
 * the way through the login page loses nothing, and nobody else finds it.
 */
export function useDraft(place: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readText('session', key(place)) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next.trim()) writeText('session', key(place), next);
      else removeText('session', key(place));
    },
  ];
}
