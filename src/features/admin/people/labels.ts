import { roleLabel } from '@/features/account/profile/role-labels';
import type { Grant } from './queries';

/** Returns for example 'Tour guide, Río Dulce'. */
export const grantLabel = ({ role, territory_name }: Grant): string =>
  [roleLabel(role), territory_name].filter(Boolean).join(', ');
