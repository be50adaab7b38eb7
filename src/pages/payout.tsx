import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { statementLinesQuery, statementQuery } from '@/features/payouts/queries';
import { StatementSheet } from '@/features/payouts/StatementSheet';
import { collectLines, statementFile } from '@/features/payouts/statement-csv';
import { usePages } from '@/lib/api/use-pages';
import { isUuid } from '@/lib/format/uuid';
import { onLineBack } from '@/lib/routing/chunks';
import { paths, withQuery } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { LinkButton } from '@/ui/Button';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { MorePages } from '@/ui/feedback/MorePages';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { toast } from '@/ui/feedback/toast';
import { PrintPage } from '@/ui/PrintPage';
import { ExportButton } from '@/ui/table/ExportButton';

/** Returns the link to the list from which the payout was opened: the person's own payouts, or the region's. */
function useWayBack(): { to: string; label: ReactNode } {
  const [params] = useSearchParams();
  if (params.get('of') !== 'territory') return { to: paths.payouts, label: <Trans>My payouts</Trans> };
  const to = withQuery(paths.manageRegion, { tab: 'finances', view: 'payouts', payouts: 'paid' });
  return { to, label: <Trans>Payouts</Trans> };
}

export default function PayoutPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const back = useWayBack();
  useTitle(t`Payout statement`);
  return (
    <PrintPage back={back} className="max-w-3xl" actions={isUuid(id) && <Export id={id} />}>
      {isUuid(id) ? <Loaded id={id} /> : <NotFound />}
    </PrintPage>
  );
}

function NotFound() {
  const { t } = useLingui();
  const { to, label } = useWayBack();
  return (
    <ErrorState
      heading="h1"
      title={t`We couldn't find this payout`}
      actions={
        <LinkButton to={to} variant="primary">
          {label}
        </LinkButton>
      }
    />
  );
}

/** Downloads the lines as a file once they have loaded. */
function Export({ id }: { id: string }) {
  const { data } = useQuery(statementQuery(id));
  if (!data) return null;
  return (
    <ExportButton
      fileName={statementFile(data)}
      total={data.lines}
      collect={(signal, onProgress) => collectLines(data, signal, onProgress)}
      onFailure={toast.failure}
    />
  );
}

function Loaded({ id }: { id: string }) {
  const { t } = useLingui();
  const statement = useQuery(statementQuery(id));
  const lines = usePages(statementLinesQuery(id));
  const again = useEffectEvent(() => {
    void statement.refetch();
    void lines.refetch();
  });
  useEffect(() => onLineBack(() => again()), []);
  const { data, error } = statement;
  if (!data && error && 'code' in error && error.code === 'payout_not_found') return <NotFound />;
  if (!data && error) return <QueryFailed query={statement} heading="h1" />;
  if (!data) {
    return (
      <LoadingArea label={t`Loading the statement`}>
        <Skeleton className="h-[40rem] rounded-xl!" />
      </LoadingArea>
    );
  }
  const failed = error ? statement : lines.error && !lines.isFetchNextPageError ? lines : null;
  return (
    <>
      <div className="mb-4 grid gap-3 empty:hidden print:hidden">{failed && <LoadFailed query={failed} />}</div>
      <StatementSheet statement={data} lines={lines.rows} />
      <div className="mt-4 grid gap-3 empty:hidden print:hidden">
        <MorePages pages={lines} />
      </div>
    </>
  );
}
