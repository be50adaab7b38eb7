import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import type { Nullable } from '@/lib/api/nullable';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import type { Database } from '@/types/database';

type Row = Nullable<
  Database['public']['Functions']['impossible_phones']['Returns'][number],
  'territory_id' | 'title' | 'titles' | 'service_date' | 'start_time'
>;

async function getImpossiblePhones(territoryId: string | null, signal: AbortSignal) {
  const rows = await run(
    (db) => db.rpc('impossible_phones', territoryId ? { p_territory_id: territoryId } : {}).abortSignal(signal),
    msg`Failed to load the phone numbers. Please try again later.`,
  );
  return (rows as Row[]).map(localizeTitle<Row>);
}

export type ImpossiblePhone = Awaited<ReturnType<typeof getImpossiblePhones>>[number];

/** Returns phone numbers that can't exist, one row per booking. Without a territory it searches all regions. */
export const impossiblePhonesQuery = (territoryId: string | null) =>
  queryOptions({
    queryKey: [...territoryBookingKeys.all, 'phones', territoryId] as const,
    queryFn: ({ signal }) => getImpossiblePhones(territoryId, signal),
  });

/** Replaces the number everywhere in the booking. Fails with phone_impossible or phone_corrected. */
export async function correctPhone({ id, number }: ImpossiblePhone, correct: string): Promise<void> {
  await run(
    (db) => db.rpc('correct_phone', { p_id: id, p_number: number, p_correct: correct }),
    msg`Failed to save the phone number. Please try again.`,
  );
}
