import { msg } from '@lingui/core/macro';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { MAX_ROWS, readAll } from '@/lib/api/paging';
import { run } from '@/lib/api/run';

const failed = msg`Failed to load data`;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Reads public rows, and when they last changed, as a guest. The database thus decides what is public. */
export const listTerritories = () =>
  readAll((after) =>
    run(
      (db) =>
        db
          .from('territories')
          .select('id, updated_at')
          .eq('visible', true)
          .gt('id', after ?? '')
          .order('id')
          .limit(MAX_ROWS),
      failed,
    ),
  );

const listServices = (kind: ServiceKind) =>
  readAll((after) =>
    run(
      (db) =>
        db
          .from('services')
          .select('id, updated_at')
          .match({ kind, visible: true })
          .is('archived_at', null)
          .gt('id', after ?? LOWEST_ID)
          .order('id')
          .limit(MAX_ROWS),
      failed,
    ),
  );

export const listExperiences = () => listServices('experience');
export const listTransports = () => listServices('transport');
