import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { roleOptions } from '@/features/account/profile/role-labels';
import { GLOBAL_ROLES, ROLES } from '@/features/account/profile/roles';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { namedOptions } from '@/ui/form/options';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { adminKeys } from '../queries';
import { grantLabel } from './labels';
import { OpenOffers } from './OpenOffers';
import { type Grant, grantRole, offerRole, type Person, personQuery, revokeRole } from './queries';

interface Props {
  person: Person;
  territories: readonly { id: string; name: string }[];
  onClose: () => void;
}

/**
 * Edits a person's roles. Every change is saved at once. A region's role is offered first, and the person has to
 * accept it.
 */
export function RolesDialog({ person: listed, territories, onClose }: Props) {
  // The dialog has its own query, because a person who loses a role may leave the filtered list.
  const { data } = useQuery(personQuery(listed));
  const person = data ?? listed;
  const name = person.full_name || person.email;
  const refresh = useRefresh();
  const revoke = useMutation({ mutationFn: revokeRole, onSuccess: refresh });
  const isGoing = ({ role, territory_id }: Grant) =>
    revoke.isPending && revoke.variables.role === role && revoke.variables.territoryId === territory_id;
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
      <FailureAlert error={revoke.error} className="mb-4" />
      <HeldRoles
        grants={person.grants}
        isGoing={isGoing}
        onRemove={({ role, territory_id }) => revoke.mutate({ userId: person.id, role, territoryId: territory_id })}
      />
      <OpenOffers email={person.email} />
      <AddRole person={person} territories={territories} onSend={revoke.reset} />
    </Dialog>
  );
}

function useRefresh() {
  const client = useQueryClient();
  // The first request may still be in progress and not contain the change.
  return () => refreshQueries(client, { queryKey: adminKeys.all });
}

interface HeldProps {
  grants: readonly Grant[];
  isGoing: (grant: Grant) => boolean;
  onRemove: (grant: Grant) => void;
}

function HeldRoles({ grants, isGoing, onRemove }: HeldProps) {
  const { t } = useLingui();
  return (
    <ul className="divide-y divide-line border-y border-line" aria-label={t`Current roles`}>
      {grants.length === 0 && (
        <li className="py-3 text-sm text-ink-2">
          <Trans>This person only has the tourist role so far.</Trans>
        </li>
      )}
      {grants.map((grant) => (
        <li
          key={`${grant.role} ${grant.territory_id}`}
          className="flex min-h-13 items-center justify-between gap-3 py-1.5"
        >
          <span className="font-medium">{grantLabel(grant)}</span>
          <Button
            size="sm"
            aria-label={t`Remove ${grantLabel(grant)}`}
            busy={isGoing(grant)}
            onClick={() => onRemove(grant)}
          >
            <Trans>Remove</Trans>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const GRANTABLE = ROLES.filter((role) => role !== 'tourist');

const schema = z.object({ role: z.enum(ROLES), territoryId: z.string() }).check(
  z.refine(({ role, territoryId }) => GLOBAL_ROLES.includes(role) || territoryId !== '', {
    error: () => t`Territory ID is required`,
    path: ['territoryId'],
  }),
);

const FIRST: z.infer<typeof schema> = { role: 'territory_manager', territoryId: '' };

interface AddProps extends Pick<Props, 'territories' | 'person'> {
  onSend: () => void;
}

function AddRole({ person, territories, onSend }: AddProps) {
  const { t } = useLingui();
  const form = useForm({
    schema,
    values: FIRST,
    draft: `role-${person.id}`,
    save: ({ role, territoryId }) => {
      onSend();
      return GLOBAL_ROLES.includes(role)
        ? grantRole({ userId: person.id, role })
        : offerRole({ email: person.email, role, territoryId });
    },
    onSaved: useRefresh(),
    // The admin may have chosen another role by now.
    next: (_, now) => now,
  });
  const global = GLOBAL_ROLES.includes(form.values.role);
  return (
    <Form form={form} className="mt-5 grid gap-4 sm:grid-cols-2">
      <Field label={t`Role`} {...form.field('role')}>
        <Select {...form.register('role')} options={roleOptions(GRANTABLE)} />
      </Field>
      {!global && (
        <Field
          label={t`Region`}
          {...form.field('territoryId')}
          hint={t`They'll have the role once they accept the invitation`}
        >
          <Select {...form.register('territoryId')} empty={t`Select a region`} options={namedOptions(territories)} />
        </Field>
      )}
      <FormFooter submit={global ? <Trans>Add role</Trans> : <Trans>Send Invitation</Trans>} />
    </Form>
  );
}
