import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { departureText } from '@/features/dock/check-in/departure';
import { messageInBrief, messageOfCode } from '@/lib/api/error-messages';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { toast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { Dialog } from '@/ui/overlay/Dialog';
import { ACTIONS, DECISION_LABELS, guestOf, REASONS, SETTLED_LABELS } from './labels';
import {
  type Conflict,
  type ConflictDecision,
  conflictsKey,
  DECISIONS,
  decideConflict,
  reopenConflict,
} from './queries';

interface Props {
  userId: string;
  conflict: Conflict;
  onClose: () => void;
}

/**
 * Shows a report that needs a decision: what happened and what to do. If it is settled, shows how, by whom and
 * when, with an undo.
 */
export default function ConflictDialog({ userId, conflict, onClose }: Props) {
  const { i18n } = useLingui();
  const { hasRole } = useSession();
  const words = REASONS[conflict.reason];
  const corrects = hasRole('territory_manager', 'territory_staff', 'admin');
  const todo = words && ((!corrects && words.todoAtDock) || words.todo);
  const settled = conflict.decision !== null;
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && onClose()}
      title={words ? i18n._(words.what) : conflict.reason}
      description={!settled && todo && i18n._(todo)}
    >
      <div className="mt-4 grid gap-4">
        <Facts conflict={conflict} />
        {settled ? (
          <Undo userId={userId} conflict={conflict} onClose={onClose} />
        ) : (
          <Decide userId={userId} conflict={conflict} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** Changes a conflict and closes its dialog. */
function useChange<Variables = void>(
  { userId, onClose }: Props,
  mutationFn: (variables: Variables) => Promise<void>,
  done: (variables: Variables) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (_, variables) => {
      toast.success(done(variables));
      onClose();
    },
    // Refetched even after a failure, because someone else may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: conflictsKey(userId) }),
  });
}

function Decide(props: Props) {
  const { t, i18n } = useLingui();
  const { conflict } = props;
  const decide = useChange(
    props,
    (decision: ConflictDecision) => decideConflict(conflict.id, decision),
    (decision) => t`Resolved: ${i18n._(DECISION_LABELS[decision])}`,
  );
  /** The decision about cash that is asked about. */
  const [asked, setAsked] = useState<ConflictDecision | null>(null);
  const decisions = [...DECISIONS.people, ...DECISIONS.cash].filter((one) => conflict.decisions.includes(one));
  const sets = (decision: ConflictDecision) =>
    conflict.amount === null && conflict.sets_arrival && decisions.includes(decision);
  const [came, absent] = [sets('came'), sets('did_not_come')];
  return (
    <>
      <FailureAlert error={decide.error} />
      {decisions.length === 0 ? (
        <p className="text-ink-2">
          {conflict.amount === null ? (
            <Trans>The team of this departure has to resolve this report.</Trans>
          ) : (
            <Trans>The team of this departure has to find out where the cash is.</Trans>
          )}
        </p>
      ) : (
        <>
          <p className="text-ink-2">
            {/* Only choices that are available here are mentioned. */}
            {came && absent ? (
              <Trans>“Guests arrived” checks in the booking. “No-show” records that the guests didn't come.</Trans>
            ) : came ? (
              <Trans>“Guests arrived” checks in the booking.</Trans>
            ) : absent ? (
              <Trans>“No-show” records that the guests didn't come.</Trans>
            ) : (
              <Trans>We'll record your decision. The booking doesn't change.</Trans>
            )}
          </p>
          <div className="grid gap-3">
            {decisions.map((decision) => (
              <Button
                key={decision}
                block
                className="min-h-14"
                busy={decide.isPending && decide.variables === decision}
                disabled={decide.isPending && decide.variables !== decision}
                onClick={() => (conflict.amount === null ? decide.mutate(decision) : setAsked(decision))}
              >
                {i18n._(DECISION_LABELS[decision])}
              </Button>
            ))}
          </div>
        </>
      )}
      {asked && (
        <ConfirmDialog
          open
          tone="primary"
          onCancel={() => setAsked(null)}
          onConfirm={() => decide.mutateAsync(asked)}
          title={i18n._(DECISION_LABELS[asked])}
          description={<CashQuestion conflict={conflict} />}
          confirm={<Trans>Record decision</Trans>}
        />
      )}
    </>
  );
}

/** Names the amount, who has received it and when, and what is recorded. */
function CashQuestion({ conflict }: { conflict: Conflict }) {
  const { t } = useLingui();
  const amount = formatMoney(conflict.amount ?? 0, conflict.currency_symbol);
  const name = conflict.reported_by ?? t`Deleted account`;
  const when = formatMoment(conflict.reported_at, conflict.time_zone);
  return (
    <Trans>
      {name} reported {amount} on {when}. We'll record your decision with your name and the time.
    </Trans>
  );
}

function Undo(props: Props) {
  const { t } = useLingui();
  const { conflict } = props;
  const undo = useChange(
    props,
    () => reopenConflict(conflict.id),
    () => t`You've undone the decision. The report needs review again.`,
  );
  if (!conflict.may_reopen) return null;
  return (
    <>
      <FailureAlert error={undo.error} />
      <p className="text-ink-2">
        {conflict.sets_arrival ? (
          <Trans>
            If you undo the decision, the report needs review again. The booking's check-in goes back to how it was,
            unless someone has changed it since.
          </Trans>
        ) : (
          <Trans>If you undo the decision, the report needs review again.</Trans>
        )}
      </p>
      <Button block className="min-h-14" busy={undo.isPending} onClick={() => undo.mutate()}>
        <Trans>Undo decision</Trans>
      </Button>
    </>
  );
}

function Facts({ conflict }: { conflict: Conflict }) {
  const { t, i18n } = useLingui();
  const { time_zone: zone, service_date: date } = conflict;
  const by = (who: string | null, at: string) => [formatMoment(at, zone), who].filter(Boolean).join(', ');
  const action = ACTIONS[conflict.action];
  const guest = guestOf(conflict);
  const settled = conflict.decision ? SETTLED_LABELS[conflict.decision] : undefined;
  const arrival = ACTIONS[conflict.check_in_status ?? ''];
  const refusal = conflict.refusal ?? '';
  const why = refusal && (messageOfCode[refusal] ?? messageInBrief[refusal] ?? messageOfCode.unknown);
  return (
    <dl className="divide-y divide-line text-[.9375rem]">
      {guest && <Row name={t`Guest`}>{guest}</Row>}
      {date && (
        <Row name={conflict.title}>
          {departureText({ ...conflict, service_date: date, start_time: conflict.start_time }, new Date())}
        </Row>
      )}
      <Row name={action ? i18n._(action) : conflict.action}>{by(conflict.reported_by, conflict.reported_at)}</Row>
      {conflict.action === 'sold' && (
        <Row name={t`People`}>{plural(conflict.num_people, { one: '# person', other: '# people' })}</Row>
      )}
      {why && <Row name={t`Reason`}>{i18n._(why)}</Row>}
      {conflict.other_at && (
        <Row
          name={Date.parse(conflict.other_at) > Date.parse(conflict.reported_at) ? t`Later events` : t`Earlier events`}
        >
          {by(conflict.other_by, conflict.other_at)}
        </Row>
      )}
      {conflict.amount !== null && (
        <Row name={t`Cash that isn't in any cash book`}>{formatMoney(conflict.amount, conflict.currency_symbol)}</Row>
      )}
      <Row name={t`Price`}>{formatMoney(conflict.price, conflict.currency_symbol)}</Row>
      <Row name={t`Sent`}>{formatMoment(conflict.created_at, zone)}</Row>
      {guest && <Row name={t`Checked in`}>{arrival ? i18n._(arrival) : t`Not checked in`}</Row>}
      {settled && (
        <Row name={t`Resolved`}>
          {i18n._(settled)}
          <span className="block font-normal text-ink-2">{by(conflict.resolved_by, conflict.resolved_at)}</span>
        </Row>
      )}
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
