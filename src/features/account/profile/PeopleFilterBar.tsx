import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import type { UrlState } from '@/ui/filter/use-url-state';
import { roleOptions } from './role-labels';
import type { Role } from './roles';

interface Props<R extends string> {
  state: UrlState<{ q: string; role: R }>;
  /** The roles to choose from. */
  roles: readonly Role[];
  /** The option that shows all roles. */
  all?: { value: R; label: string };
  parseRole: (role: string) => R;
  children?: ReactNode;
}

/** Shows the search and the role filter above a list of people. */
export function PeopleFilterBar<R extends string>({ state, roles, all, parseRole, children }: Props<R>) {
  const { t } = useLingui();
  const { q, role } = state.shown;
  return (
    <FilterBar label={t`Filter people`} isSet={state.isSet} onClear={state.clear}>
      <SearchFilter
        label={t`Search`}
        placeholder={t`Name or email`}
        value={q}
        onChange={(next) => state.change({ q: next })}
      />
      <SelectFilter
        className="max-sm:col-span-full"
        label={t`Role`}
        options={[all ?? { value: '', label: t`All roles` }, ...roleOptions(roles)]}
        value={role}
        onChange={(next) => state.change({ role: parseRole(next) })}
      />
      {children}
    </FilterBar>
  );
}
