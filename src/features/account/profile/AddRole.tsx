import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { toast } from '@/ui/feedback/toast';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { namedOptions } from '@/ui/form/options';
import { addRole, myRequestsQuery, openTerritoriesQuery } from './edit/queries';
import { Failure } from './Failure';
import { type Profile, profileKeys, ROLES, type Role } from './queries';
import { roleLabel, roleOptions } from './role-labels';
import { GLOBAL_ROLES } from './roles';

/** The roles that people can request. Admins are appointed by admins, and everyone is a guest. */
const ASKED = ROLES.filter((role) => !GLOBAL_ROLES.includes(role));

interface Props {
  profile: Pick<Profile, 'id' | 'roles' | 'territory_id'>;
  onAdded: () => Promise<void>;
}

/** Activates a former role, or requests a role in a region. */
export function AddRole({ profile, onAdded }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Role | ''>('');
  const [place, setPlace] = useState<string | null>(null);
  const { data: requests, dataUpdatedAt } = useQuery(myRequestsQuery(profile.id));
  const territories = useQuery(openTerritoriesQuery());
  const asked = new Set(requests?.map((request) => request.role));
  const others = ASKED.filter((role) => !profile.roles.includes(role) && !asked.has(role));
  // The chosen role may have been added or requested elsewhere in the meantime.
  const role = others.find((other) => other === chosen) ?? '';
  const territoryId = place ?? profile.territory_id ?? '';
  const add = useMutation({
    mutationFn: addRole,
    onSuccess: async (outcome, added) => {
      const list = client.invalidateQueries({ queryKey: profileKeys.requests(profile.id) });
      if (outcome === 'requested') return list;
      await onAdded();
      // The person may have chosen another role by now.
      setChosen((now) => (now === added.role ? '' : now));
      const name = roleLabel(added.role);
      toast.success(t`Role added: ${name}`);
    },
  });
  // True until the request is decided or withdrawn, when the refetched list no longer has it.
  const waits = add.data === 'requested' && (dataUpdatedAt < add.submittedAt || asked.has(add.variables.role));
  return (
    <form
      className="mt-4 grid gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (role) add.mutate({ role, territoryId: territoryId || null });
      }}
    >
      <Field label={t`Add a role`}>
        <Select
          value={role}
          onChange={(event) => {
            add.reset();
            setChosen(others.find((other) => other === event.target.value) ?? '');
          }}
          empty={t`Choose a role`}
          options={roleOptions(others)}
        />
      </Field>
      {role && (
        <Field label={t`Where`} hint={t`Leave it empty if you don't know yet.`}>
          <Select
            value={territoryId}
            onChange={(event) => setPlace(event.target.value)}
            empty={t`Select a region`}
            options={namedOptions(territories.data ?? [])}
          />
        </Field>
      )}
      {territories.error && !territories.data && role && <Failure error={territories.error} />}
      <Button type="submit" busy={add.isPending} disabled={!role} className="min-h-12 justify-self-start">
        <Trans>Add</Trans>
      </Button>
      {add.error && <Failure error={add.error} />}
      {waits && (
        <Alert tone="success">
          <Trans>
            You don't have this role yet. We've passed on your request, and you'll get it once it's approved.
          </Trans>
        </Alert>
      )}
    </form>
  );
}
