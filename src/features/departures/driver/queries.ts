import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { LOAD_FAILED, workKeys } from '@/features/departures/day/queries';
import { keepTrying } from '@/lib/api/keep-trying';
import type { Nullable } from '@/lib/api/nullable';
import { run } from '@/lib/api/run';
import { localizeNames } from '@/lib/i18n/listing-texts';
import { persisted } from '@/lib/offline/persisted';
import type { Database } from '@/types/database';

type Row = Nullable<Database['public']['Functions']['my_runs']['Returns'][number], 'start_time' | 'answer'>;

async function getRuns(signal: AbortSignal) {
  const rows: Row[] = await run((db) => db.rpc('my_runs').abortSignal(signal), LOAD_FAILED);
  return rows.map(({ titles, territory_names: regions, ...row }) =>
    localizeNames({ ...row, names: { title: titles, territory_name: regions } }, ['title', 'territory_name']),
  );
}

export type Run = Awaited<ReturnType<typeof getRuns>>[number];

/** Returns the driver's runs of the next two weeks with their answers. */
export const runsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...workKeys.all(userId), 'runs'] as const,
    queryFn: ({ signal }) => getRuns(signal),
    ...keepTrying,
    ...persisted('shuttle_driver'),
  });

/** Confirms or declines a run. Declining notifies the managers. */
export async function answerRun({ slot_id, service_date }: Run, confirmed: boolean): Promise<void> {
  const answer = { p_slot_id: slot_id, p_date: service_date, p_confirmed: confirmed };
  await run((db) => db.rpc('answer_run', answer), msg`Failed to update response. Please try again.`);
}
