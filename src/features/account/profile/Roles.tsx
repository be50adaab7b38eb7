import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { toast } from '@/ui/feedback/toast';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { addRole, removeRole } from './edit/queries';
import { Failure } from './Failure';
import { type Profile, profileKeys, ROLES, type Role } from './queries';
import { roleLabel, roleOptions } from './role-labels';
import { Section } from './Section';

/** What a person is here. A role they were given may be put down and taken up again; a new one is asked for. */
export function Roles({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const held = ROLES.filter((role) => profile.roles.includes(role));
  const others = ROLES.filter((role) => !profile.roles.includes(role));
  const refresh = () => client.invalidateQueries({ queryKey: profileKeys.one(profile.id) });

  const remove = useMutation({
    mutationFn: removeRole,
    onSuccess: async (_, role) => {
      await refresh();
      const name = roleLabel(role);
      toast.success(t`You are no longer: ${name}`);
    },
  });
  return (
    <Section title={<Trans>Your roles</Trans>}>
      {remove.error && <Failure error={remove.error} />}
      <ul className="divide-y divide-line">
        {held.map((role) => {
          const name = roleLabel(role);
          return (
            <li key={role} className="flex min-h-13 items-center justify-between gap-3 py-1.5">
              <div>
                <p className="font-semibold">{name}</p>
                {role === 'tourist' && (
                  <p className="text-sm text-ink-2">
                    <Trans>Cannot remove the tourist role as it is required</Trans>
                  </p>
                )}
              </div>
              {role !== 'tourist' && (
                <Button
                  size="sm"
                  aria-label={t`Remove ${name}`}
                  busy={remove.isPending && remove.variables === role}
                  onClick={() => remove.mutate(role)}
                >
                  <Trans>Remove</Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <AddRole others={others} onAdded={refresh} />
    </Section>
  );
}

function AddRole({ others, onAdded }: { others: readonly Role[]; onAdded: () => Promise<void> }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Role | ''>('');
  // What was chosen may have been added meanwhile, here or elsewhere.
  const role = others.find((other) => other === chosen) ?? '';
  const add = useMutation({
    mutationFn: addRole,
    onSuccess: async (outcome, added) => {
      if (outcome === 'requested') return;
      await onAdded();
      // Another one may be chosen by now.
      setChosen((now) => (now === added ? '' : now));
      const name = roleLabel(added);
      toast.success(t`Role added: ${name}`);
    },
  });
  return (
    <form
      className="mt-4 grid gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (role) add.mutate(role);
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t`Add a role`} className="min-w-0 flex-1">
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
        <Button type="submit" busy={add.isPending} disabled={!role} className="min-h-12">
          <Trans>Add</Trans>
        </Button>
      </div>
      {add.error && <Failure error={add.error} />}
      {add.data === 'requested' && (
        <Alert tone="warn">
          <p className="font-semibold">
            <Trans>An error occurred adding role</Trans>
          </p>
          <p>
            <Trans>
              You have not been given this role yet. We have passed your request on; you get it once it is approved.
            </Trans>
          </p>
        </Alert>
      )}
    </form>
  );
}
