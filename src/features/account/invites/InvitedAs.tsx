import { Trans } from '@lingui/react/macro';
import { roleLabel } from '@/features/account/profile/role-labels';
import type { Role } from '@/features/account/profile/roles';

/** Shows the region and roles of an invitation. */
export function InvitedAs({ territoryName, roles }: { territoryName: string | null; roles: readonly Role[] }) {
  const role = roles.map(roleLabel).join(', ');
  return territoryName ? (
    <Trans>
      You're invited to {territoryName} as: {role}
    </Trans>
  ) : (
    <Trans>You're invited as: {role}</Trans>
  );
}
