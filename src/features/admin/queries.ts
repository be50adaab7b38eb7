import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';

export const adminKeys = {
  all: ['admin'] as const,
  counts: () => [...adminKeys.all, 'counts'] as const,
  regions: (from: string, to: string) => [...adminKeys.all, 'regions', from, to] as const,
  queue: (name: string) => [...adminKeys.all, 'queue', name] as const,
  people: (filters: object) => [...adminKeys.all, 'people', filters] as const,
  offers: (email: string) => [...adminKeys.all, 'offers', email] as const,
  allMail: () => [...adminKeys.all, 'mail'] as const,
  mail: (state: string) => [...adminKeys.allMail(), state] as const,
  checks: () => [...adminKeys.all, 'checks'] as const,
  troubles: () => [...adminKeys.all, 'troubles'] as const,
  reconciler: () => [...adminKeys.all, 'reconciler'] as const,
  limits: () => [...adminKeys.all, 'limits'] as const,
  audit: (filters: object) => [...adminKeys.all, 'audit', filters] as const,
  auditCut: (search: object) => [...adminKeys.all, 'audit-cut', search] as const,
  auditActions: () => [...adminKeys.all, 'audit-actions'] as const,
};

export const LOAD_FAILED = msg`Failed to load data. Please try again later.`;

const shape = z.object({
  reports: z.number(),
  reviews: z.number(),
  submissions: z.number(),
  contact: z.number(),
  applications: z.number(),
  role_requests: z.number(),
});

/** Returns how many items need an admin. */
export const adminCountsQuery = () =>
  queryOptions({
    queryKey: adminKeys.counts(),
    queryFn: async ({ signal }) => {
      const counts = readAnswer(shape, await run((db) => db.rpc('admin_counts').abortSignal(signal), LOAD_FAILED));
      const { role_requests: roleRequests, ...queues } = counts;
      return { ...queues, roleRequests, queues: Object.values(queues).reduce((sum, count) => sum + count, 0) };
    },
    refetchOnWindowFocus: 'always',
  });
