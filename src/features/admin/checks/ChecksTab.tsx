import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import ImpossiblePhones from '@/features/management/bookings/phones/ImpossiblePhones';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Alert } from '@/ui/feedback/Alert';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { DataTable } from '@/ui/table/DataTable';
import type { Column } from '@/ui/table/types';
import { Moment } from '../Moment';
import { adminKeys } from '../queries';
import { checkNow, type Report, reportQuery } from './queries';
import { Reconciler } from './Reconciler';
import { RULES } from './rules';
import { Troubles } from './Troubles';

type Checked = NonNullable<Report>;
type Rule = Checked['rules'][number];

/** Shows the invariants, whether they hold, and the rows that break them. */
export default function ChecksTab() {
  const client = useQueryClient();
  const query = useQuery(reportQuery());
  const check = useMutation({
    mutationFn: checkNow,
    onSuccess: (report) => client.setQueryData(adminKeys.checks(), report),
  });
  const report = query.data;
  const broken = report?.broken ?? 0;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Reconciler />
      <Troubles />
      <ImpossiblePhones territoryId={null} />
      <FailureAlert error={check.error} />
      {broken > 0 && (
        <Alert tone="danger">
          <Plural value={broken} one="# record breaks a rule." other="# records break a rule." />{' '}
          <Trans>We don't fix these automatically. Please review each record below.</Trans>
        </Alert>
      )}
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
          <div>
            <h2 className="text-lg font-bold">
              <Trans>Rules that must always be true</Trans>
            </h2>
            {report && (
              <p className="text-sm text-ink-2">
                <Trans>
                  Checked <Moment at={report.checked_at} />
                </Trans>
              </p>
            )}
          </div>
          <Button
            size="sm"
            icon={<RefreshCw aria-hidden="true" />}
            busy={check.isPending}
            onClick={() => check.mutate()}
          >
            <Trans>Run checks now</Trans>
          </Button>
        </div>
        <RulesTable query={query} />
      </Card>
      {report && report.rows.length > 0 && (
        <Card className="card-clip">
          <h2 className="p-4 text-lg font-bold sm:px-5">
            <Trans>Records that break a rule</Trans>
          </h2>
          <BrokenRowsTable rows={report.rows} />
        </Card>
      )}
    </div>
  );
}

function RulesTable({ query: { data: report, error, refetch } }: { query: UseQueryResult<Report> }) {
  const { t } = useLingui();
  const columns: Column<Rule>[] = [
    {
      id: 'rule',
      header: t`Rule`,
      card: 'title',
      cell: (row) => (
        <>
          <RuleName rule={row.rule} className="block font-medium" />
          {row.broken > 0 && <RuleTodo rule={row.rule} />}
        </>
      ),
    },
    {
      id: 'state',
      header: t`Records that break a rule`,
      width: '9rem',
      align: 'end',
      cell: (row) => <State rule={row} />,
    },
  ];
  return (
    <DataTable
      label={t`Rules`}
      rows={report === null ? [] : report?.rules}
      rowKey={(row) => row.rule}
      columns={columns}
      error={error}
      onRetry={() => void refetch()}
      empty={<Trans>No checks yet.</Trans>}
    />
  );
}

/** Shows the text of a rule. Unknown rules show their English name. */
function RuleName({ rule, className }: { rule: string; className?: string }) {
  const { i18n } = useLingui();
  const words = RULES[rule];
  return words ? (
    <span key="meaning" className={className}>
      {i18n._(words.meaning)}
    </span>
  ) : (
    <code key="name" lang="en" className={className}>
      {rule}
    </code>
  );
}

function RuleTodo({ rule }: { rule: string }) {
  const { i18n } = useLingui();
  const words = RULES[rule];
  return words && <span className="block text-sm">{i18n._(words.todo)}</span>;
}

function BrokenRowsTable({ rows }: { rows: Checked['rows'] }) {
  const { t } = useLingui();
  return (
    <DataTable
      label={t`Records that break a rule`}
      // The index makes the key unique, because a row may break a rule in two ways.
      rows={rows.map((row, index) => ({ ...row, index }))}
      rowKey={(row) => String(row.index)}
      columns={[
        { id: 'rule', header: t`Rule`, cell: (row) => <RuleName rule={row.rule} /> },
        { id: 'subject', header: t`Subject`, cell: (row) => <code className="text-xs">{row.subject}</code> },
        { id: 'expected', header: t`Expected value`, align: 'end', cell: (row) => row.expected ?? '–' },
        { id: 'actual', header: t`Actual value`, align: 'end', cell: (row) => row.actual ?? '–' },
      ]}
      empty={null}
    />
  );
}

function State({ rule }: { rule: Rule }) {
  if (rule.broken === 0) {
    return (
      <span className="inline-flex items-center gap-1.5 text-success-text">
        <CircleCheck aria-hidden="true" className="size-4" />
        <Trans>No records</Trans>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-danger-text">
      <TriangleAlert aria-hidden="true" className="size-4" />
      {rule.broken}
    </span>
  );
}
