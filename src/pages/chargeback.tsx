import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { EvidenceSheet } from '@/features/management/finances/chargebacks/EvidenceSheet';
import { type Evidence, evidenceQuery } from '@/features/management/finances/chargebacks/queries';
import { paths, withQuery } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { PrintPage } from '@/ui/PrintPage';

export default function ChargebackPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { hasRole } = useSession();
  const [query] = useSearchParams();
  const evidence = useQuery(evidenceQuery(id, query.get('booking')));
  useTitle(t`Evidence for a disputed payment`);
  const payment = evidence.data?.payment_intent_id;
  return (
    <PrintPage
      back={
        hasRole('territory_manager')
          ? {
              to: withQuery(paths.manageRegion, { tab: 'finances', view: 'chargebacks' }),
              label: <Trans>Chargebacks</Trans>,
            }
          : { to: withQuery(paths.admin, { tab: 'checks' }), label: <Trans>Checks</Trans> }
      }
      className="max-w-3xl"
      actions={
        payment && (
          <a
            className="btn btn-secondary btn-sm"
            href={`https://dashboard.stripe.com/payments/${encodeURIComponent(payment)}`}
            target="_blank"
            rel="noreferrer"
          >
            <ExternalLink aria-hidden="true" />
            <span>
              <Trans>Answer at Stripe</Trans>
            </span>
          </a>
        )
      }
    >
      <Loaded evidence={evidence} />
    </PrintPage>
  );
}

function Loaded({ evidence }: { evidence: UseQueryResult<Evidence> }) {
  const { t } = useLingui();
  const { data, error } = evidence;
  if (data) {
    return (
      <>
        <div className="mb-4 grid gap-3 empty:hidden print:hidden">{error && <LoadFailed query={evidence} />}</div>
        <p className="mb-3 text-sm text-ink-2 print:hidden">
          <Trans>To save a PDF, print and choose "Save as PDF" as the printer.</Trans>
        </p>
        <EvidenceSheet evidence={data} />
      </>
    );
  }
  if (error && 'code' in error && error.code === 'chargeback_not_found') {
    return <ErrorState heading="h1" title={error.message} />;
  }
  if (error) return <QueryFailed query={evidence} heading="h1" />;
  return (
    <LoadingArea label={t`Loading the evidence`}>
      <Skeleton className="h-[40rem] rounded-xl!" />
    </LoadingArea>
  );
}
