import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES, type Role } from '@/features/account/profile/queries';
import { roleName } from '@/features/account/profile/Roles';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { namedOptions } from '@/ui/form/options';
import { Dialog } from '@/ui/overlay/Dialog';
import { adminKeys } from '../queries';
import { type Grant, grantRole, type Person, personQuery, revokeRole } from './queries';

const GLOBAL: readonly Role[] = ['admin', 'tourist'];
const GRANTABLE = ROLES.filter((role) => role !== 'tourist');

interface Props {
  person: Person;
  territories: readonly { id: string; name: string }[];
  onClose: () => void;
}

/** What one person may do, and where; every change is saved at once. */
export function RolesDialog({ person: listed, territories, onClose }: Props) {
  const { t, i18n } = useLingui();
  // Read for itself: who loses a role may fall out of the list that shows those who have it.
  const { data } = useQuery(personQuery(listed));
  const person = data ?? listed;
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: adminKeys.all });
  const revoke = useMutation({ mutationFn: revokeRole, onSuccess: refresh });
  const grant = useMutation({ mutationFn: grantRole, onSuccess: refresh });
  const error = grant.error ?? revoke.error;
  const name = person.full_name || person.email;
  const label = (one: Grant) => [i18n._(roleName[one.role]), one.territory_name].filter(Boolean).join(', ');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Roles of {name}</Trans>}
      description={person.email}
      actions={
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {error && (
        <Alert tone="danger" className="mb-4">
          {error.message}
        </Alert>
      )}
      <ul className="divide-y divide-line border-y border-line" aria-label={t`Roles held`}>
        {person.grants.length === 0 && (
          <li className="py-3 text-sm text-ink-2">
            <Trans>Only a traveller so far.</Trans>
          </li>
        )}
        {person.grants.map((one) => (
          <li
            key={`${one.role} ${one.territory_id}`}
            className="flex min-h-13 items-center justify-between gap-3 py-1.5"
          >
            <span className="font-medium">{label(one)}</span>
            <Button
              size="sm"
              aria-label={t`Remove ${label(one)}`}
              busy={
                revoke.isPending &&
                revoke.variables.role === one.role &&
                revoke.variables.territoryId === one.territory_id
              }
              onClick={() => {
                grant.reset();
                revoke.mutate({ userId: person.id, role: one.role, territoryId: one.territory_id });
              }}
            >
              <Trans>Remove</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <AddRole
        territories={territories}
        busy={grant.isPending}
        onAdd={(role, territoryId) => {
          revoke.reset();
          grant.mutate({ userId: person.id, role, territoryId });
        }}
      />
    </Dialog>
  );
}

interface AddProps {
  territories: Props['territories'];
  busy: boolean;
  onAdd: (role: Role, territoryId: string | null) => void;
}

function AddRole({ territories, busy, onAdd }: AddProps) {
  const { t, i18n } = useLingui();
  const [role, setRole] = useState<Role>('territory_manager');
  const [place, setPlace] = useState('');
  const [asked, setAsked] = useState(false);
  const local = !GLOBAL.includes(role);
  const missing = asked && local && place === '';
  return (
    <form
      noValidate
      className="mt-5 grid gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!local || place) onAdd(role, local ? place : null);
      }}
    >
      <Field label={t`Role`}>
        <Select
          value={role}
          onChange={(event) => setRole(GRANTABLE.find((one) => one === event.target.value) ?? role)}
          options={GRANTABLE.map((one) => ({ value: one, label: i18n._(roleName[one]) }))}
        />
      </Field>
      {local && (
        <Field label={t`Region`} error={missing ? t`Territory ID is required` : undefined}>
          <Select
            value={place}
            onChange={(event) => setPlace(event.target.value)}
            empty={t`Select a region`}
            options={namedOptions(territories)}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start sm:col-span-2">
        <Trans>Add role</Trans>
      </Button>
    </form>
  );
}
