import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { boardKeys } from './queries.ts';

/** Reads the board again when somebody wrote, replied, or a message was hidden. */
export function useLiveBoard(territoryId: string, enabled: boolean): void {
  useLiveQuery(enabled ? { [`board:${territoryId}`]: ['board_message'] } : {}, boardKeys.all(territoryId));
}
