import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '@/lib/use-topic';
import { boardKeys } from './queries.ts';

/** Several messages in a row are one refetch. */
const TOGETHER_MS = 150;
const EVENTS = ['board_message'] as const;

/** Reads the board again when somebody wrote, replied, or a message was hidden. */
export function useLiveBoard(territoryId: string, enabled: boolean): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic(enabled ? `board:${territoryId}` : null, EVENTS, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void client.invalidateQueries({ queryKey: boardKeys.all(territoryId) }),
      TOGETHER_MS,
    );
  });
}
