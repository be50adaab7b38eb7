import { useLingui } from '@lingui/react/macro';
import { SelectFilter } from '@/ui/filter/filters';
import { roleOptions } from './role-labels';
import type { Role } from './roles';

interface Props {
  roles: readonly Role[];
  /** '' for all. */
  value: string;
  onChange: (role: string) => void;
}

/** Above a list of people: those of one role alone. */
export function RoleFilter({ roles, ...rest }: Props) {
  const { t } = useLingui();
  return (
    <SelectFilter {...rest} label={t`Role`} options={[{ value: '', label: t`All roles` }, ...roleOptions(roles)]} />
  );
}
