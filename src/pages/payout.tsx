import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import { statementLinesQuery, statementQuery } from '@/features/payouts/queries';
import { StatementSheet } from '@/features/payouts/StatementSheet';
import { collectLines, statementFile } from '@/features/payouts/statement-csv';
import { usePages } from '@/lib/api/use-pages';
import { isUuid } from '@/lib/format/uuid';
import { onLineBack } from '@/lib/routing/chunks';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { LinkButton } from '@/ui/Button';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { MorePages } from '@/ui/feedback/MorePages';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { PrintPage } from '@/ui/PrintPage';
import { ExportButton } from '@/ui/table/ExportButton';

export default function PayoutPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  useTitle(t`Statement of payout`);
  return (
    <PrintPage back={{ to: paths.payouts, label: <Trans>My payouts</Trans> }} className="max-w-3xl">
      {isUuid(id) ? <Loaded id={id} /> : <NotFound />}
    </PrintPage>
  );
}

function NotFound() {
  const { t } = useLingui();
  return (
    <ErrorState
      heading="h1"
      title={t`This payout could not be found`}
      actions={
        <LinkButton to={paths.payouts} variant="primary">
          <Trans>My payouts</Trans>
        </LinkButton>
      }
    />
  );
}

function Loaded({ id }: { id: string }) {
  const { t } = useLingui();
  const notice = useStatus(5000);
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
      <div className="mb-4 grid gap-3 empty:hidden print:hidden">
        <StatusNotice notice={notice.notice} />
        {failed && <LoadFailed query={failed} />}
        <ExportButton
          fileName={statementFile(data)}
          total={data.lines}
          collect={(signal, onProgress) => collectLines(data, signal, onProgress)}
          onFailure={(problem) => notice.failure(problem.message)}
        />
      </div>
      <StatementSheet statement={data} lines={lines.rows} />
      <div className="mt-4 grid gap-3 empty:hidden print:hidden">
        <MorePages pages={lines} />
      </div>
    </>
  );
}
