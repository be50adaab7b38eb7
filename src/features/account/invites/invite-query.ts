import { queryOptions } from '@tanstack/react-query';
import { lookUpInvite } from '@/features/account/queries';

/** What became of an invitation, for the holder of its code. */
export const inviteQuery = (code: string) =>
  queryOptions({ queryKey: ['invite', code], queryFn: () => lookUpInvite(code), staleTime: 60_000 });
