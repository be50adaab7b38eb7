import { msg } from '@lingui/core/macro';
import { run } from '@/lib/api/run';

/** The API gives no more rows than this at a time, whatever is asked. */
const PAGE = 1000;

interface Listed {
  id: string;
  updated_at: string;
}

/** All rows of a list that is read by id, a page after the other. */
async function all(read: (after: string) => Promise<Listed[]>): Promise<Listed[]> {
  const rows: Listed[] = [];
  for (;;) {
    const page = await read(rows.at(-1)?.id ?? '');
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

const failed = msg`Failed to load data`;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** What everybody may see, and when it last changed: as a guest, so that the database decides. */
export const listTerritories = () =>
  all((after) =>
    run(
      (db) =>
        db.from('territories').select('id, updated_at').eq('visible', true).gt('id', after).order('id').limit(PAGE),
      failed,
    ),
  );

export const listExperiences = () =>
  all((after) =>
    run(
      (db) =>
        db
          .from('experiences')
          .select('id, updated_at')
          .eq('visible', true)
          .is('archived_at', null)
          .gt('id', after || LOWEST_ID)
          .order('id')
          .limit(PAGE),
      failed,
    ),
  );

export const listTransports = () =>
  all((after) =>
    run(
      (db) =>
        db
          .from('territory_transports')
          .select('id, updated_at')
          .eq('visible', true)
          .is('archived_at', null)
          .gt('id', after || LOWEST_ID)
          .order('id')
          .limit(PAGE),
      failed,
    ),
  );
