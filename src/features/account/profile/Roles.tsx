import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback/toast';
import { AddRole } from './AddRole';
import { removeRole } from './edit/queries';
import { Failure } from './Failure';
import { MyRequests } from './MyRequests';
import { type Profile, profileKeys, ROLES } from './queries';
import { roleLabel } from './role-labels';
import { Section } from './Section';

/** Lists the person's roles. They can give up a role and activate it again, or request a new one. */
export function Roles({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const held = ROLES.filter((role) => profile.roles.includes(role));
  const refresh = () => client.invalidateQueries({ queryKey: profileKeys.one(profile.id) });

  const remove = useMutation({
    mutationFn: removeRole,
    onSuccess: async (_, role) => {
      await refresh();
      const name = roleLabel(role);
      toast.success(t`Role removed: ${name}`);
    },
  });
  return (
    <Section title={<Trans>Your roles</Trans>}>
      {remove.error && <Failure error={remove.error} />}
      <ul className="divide-y divide-line">
        {held.map((role) => {
          const name = roleLabel(role);
          return (
            <li key={role} className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 py-1.5">
              <div className="flex-1 basis-32">
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
      <MyRequests userId={profile.id} />
      <AddRole profile={profile} onAdded={refresh} />
    </Section>
  );
}
