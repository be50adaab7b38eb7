import { t } from '@lingui/core/macro';
import type { Payee } from './queries';

/** What somebody is paid as. */
export const partyLabel = ({ party }: Pick<Payee, 'party'>): string =>
  party === 'operator' ? t`Operator` : party === 'partner' ? t`Travel partner` : t`Territory`;
