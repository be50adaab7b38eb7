import { useInvalidate } from '@/lib/realtime/use-invalidate';
import { useTopic } from '@/lib/realtime/use-topic';
import { boardKeys } from './queries.ts';

const EVENTS = ['board_message'] as const;

/** Reads the board again when somebody wrote, replied, or a message was hidden. */
export function useLiveBoard(territoryId: string, enabled: boolean): void {
  useTopic(
    enabled ? `board:${territoryId}` : null,
    EVENTS,
    useInvalidate(boardKeys.all(territoryId), undefined, enabled),
  );
}
