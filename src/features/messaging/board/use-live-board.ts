import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { boardKeys } from './queries.ts';

/** Refetches the board after new messages, replies and moderation. */
export function useLiveBoard(territoryId: string, enabled: boolean): void {
  useLiveQuery(enabled ? { [`board:${territoryId}`]: ['board_message'] } : {}, boardKeys.all(territoryId));
}
