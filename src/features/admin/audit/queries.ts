import { msg } from '@lingui/core/macro';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { run } from '@/lib/errors';
import { db } from '@/lib/supabase';
import type { Json } from '@/types/database';
import { adminKeys } from '../queries';

const SIZE = 100;
const FAILED = msg`Failed to load data. Please try again later.`;

export interface AuditEntry {
  id: number;
  at: string;
  action: string;
  actor: string | null;
  territory_id: string | null;
  subject_table: string;
  subject_id: string;
  detail: Json;
}

/** Who did it: the log keeps the id alone, so that it outlives the account. */
async function namesOf(ids: string[], signal: AbortSignal): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await run(db.from('profile_cards').select('id, full_name').in('id', ids).abortSignal(signal), FAILED);
  return new Map(people.map((person) => [person.id, person.full_name]));
}

async function getPage(territoryId: string, before: number | null, signal: AbortSignal) {
  let query = db
    .from('audit_log')
    .select('id, at, action, actor_id, territory_id, subject_table, subject_id, detail')
    .order('id', { ascending: false })
    .limit(SIZE);
  if (territoryId) query = query.eq('territory_id', territoryId);
  if (before !== null) query = query.lt('id', before);
  const found = await run(query.abortSignal(signal), FAILED);
  const names = await namesOf([...new Set(found.flatMap((row) => row.actor_id ?? []))], signal);
  const rows = found.map(
    ({ actor_id, ...row }): AuditEntry => ({
      ...row,
      actor: actor_id ? (names.get(actor_id) ?? actor_id) : null,
    }),
  );
  return { rows, next: rows.length === SIZE ? (rows.at(-1)?.id ?? null) : null };
}

/** What was done, the newest first. */
export const auditQuery = (territoryId: string) =>
  infiniteQueryOptions({
    queryKey: adminKeys.audit(territoryId),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => getPage(territoryId, pageParam, signal),
    getNextPageParam: (page) => page.next,
  });
