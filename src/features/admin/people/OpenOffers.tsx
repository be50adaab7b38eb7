import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { roleLabel } from '@/features/account/profile/role-labels';
import { ROLES } from '@/features/account/profile/roles';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { adminKeys } from '../queries';
import { offersQuery, type RoleOffer, withdrawOffer } from './queries';

/** Returns for example 'Tour guide, Río Dulce'. */
function offerLabel({ roles, territory }: RoleOffer): string {
  const named = ROLES.filter((role) => roles.includes(role)).map(roleLabel);
  return [...named, territory?.name].filter(Boolean).join(', ');
}

/** Lists offered roles that the person hasn't answered. Shows nothing if there are none. */
export function OpenOffers({ email }: { email: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(offersQuery(email));
  const withdraw = useMutation({
    mutationFn: withdrawOffer,
    // Refetched even after a failure, because the person may have accepted.
    onSettled: () => refreshQueries(client, { queryKey: adminKeys.all }),
  });
  if (query.error && !query.data) {
    return <RetryAlert onRetry={() => void query.refetch()}>{query.error.message}</RetryAlert>;
  }
  if (!query.data?.length && !withdraw.error) return null;
  return (
    <>
      <FailureAlert error={withdraw.error} className="mt-3" />
      <ul className="divide-y divide-line border-b border-line empty:hidden" aria-label={t`Roles offered`}>
        {query.data?.map((offer) => {
          const label = offerLabel(offer);
          return (
            <li key={offer.id} className="flex min-h-13 flex-wrap items-center justify-between gap-3 py-1.5">
              <span className="font-medium">{label}</span>
              <span className="flex items-center gap-3">
                <Badge tone="warn">
                  <Trans>Invited</Trans>
                </Badge>
                <Button
                  size="sm"
                  aria-label={t`Withdraw invitation: ${label}`}
                  busy={withdraw.isPending && withdraw.variables === offer.id}
                  onClick={() => withdraw.mutate(offer.id)}
                >
                  <Trans>Withdraw invitation</Trans>
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
