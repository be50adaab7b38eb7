import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageInBrief, messageOfCode } from '@/lib/api/error-messages';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Dialog } from '@/ui/overlay/Dialog';
import { departureText } from '../departure';
import { ACTIONS, DECISION_LABELS, REASONS } from './labels';
import { type Conflict, conflictsKey, DECISIONS, decideConflict } from './queries';

interface Props {
  userId: string;
  conflict: Conflict;
  onClose: () => void;
}

/** One that does not fit: what happened when, what to do, and the decision. */
export default function ConflictDialog({ userId, conflict, onClose }: Props) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: Parameters<typeof decideConflict>[1]) => decideConflict(conflict.id, decision),
    onSuccess: onClose,
    // Also when somebody else was quicker.
    onSettled: () => client.invalidateQueries({ queryKey: conflictsKey(userId) }),
  });
  const failure = useFailureText(decide.error);
  const words = REASONS[conflict.reason];
  const decisions = conflict.amount === null ? DECISIONS.people : DECISIONS.cash;
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && onClose()}
      title={words ? i18n._(words.what) : conflict.reason}
      description={words && i18n._(words.todo)}
    >
      <div className="mt-4 grid gap-4">
        <Facts conflict={conflict} />
        {decide.error && <Alert tone="danger">{failure}</Alert>}
        {conflict.may_decide ? (
          <div className="grid gap-3">
            {decisions.map((decision) => (
              <Button
                key={decision}
                block
                className="min-h-14"
                busy={decide.isPending && decide.variables === decision}
                disabled={decide.isPending && decide.variables !== decision}
                onClick={() => decide.mutate(decision)}
              >
                {i18n._(DECISION_LABELS[decision])}
              </Button>
            ))}
          </div>
        ) : (
          <p className="text-ink-2">
            <Trans>Those who run this departure decide where the cash is.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Facts({ conflict }: { conflict: Conflict }) {
  const { t, i18n } = useLingui();
  const { time_zone: zone, service_date: date } = conflict;
  const by = (who: string | null, at: string) => [formatMoment(at, zone), who].filter(Boolean).join(', ');
  const action = ACTIONS[conflict.action];
  const refusal = conflict.refusal ?? '';
  const why = refusal && (messageOfCode[refusal] ?? messageInBrief[refusal] ?? messageOfCode.unknown);
  return (
    <dl className="divide-y divide-line text-[.9375rem]">
      {conflict.guest && <Row name={t`Guest`}>{conflict.guest}</Row>}
      {date && (
        <Row name={conflict.title}>
          {departureText({ ...conflict, service_date: date, start_time: conflict.start_time }, new Date())}
        </Row>
      )}
      <Row name={action ? i18n._(action) : conflict.action}>{by(conflict.reported_by, conflict.reported_at)}</Row>
      {conflict.action === 'sold' && (
        <Row name={t`People`}>{plural(conflict.num_people, { one: '# person', other: '# people' })}</Row>
      )}
      {why && <Row name={t`Why`}>{i18n._(why)}</Row>}
      {conflict.other_at && <Row name={t`Before that`}>{by(conflict.other_by, conflict.other_at)}</Row>}
      {conflict.amount !== null && (
        <Row name={t`Cash in nobody's books`}>{formatMoney(conflict.amount, conflict.currency_symbol)}</Row>
      )}
      <Row name={t`Price`}>{formatMoney(conflict.price, conflict.currency_symbol)}</Row>
      <Row name={t`Sent`}>{formatMoment(conflict.created_at, zone)}</Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="ml-auto min-w-0 text-right font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
