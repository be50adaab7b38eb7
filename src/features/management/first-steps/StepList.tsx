import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Clock, EyeOff, Lock, Send } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { sendInvite } from '@/features/management/team/invites/queries';
import { teamKeys } from '@/features/management/team/queries';
import { formatMoment } from '@/lib/format/dates';
import { Badge } from '@/ui/Badge';
import { Button, LinkButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { OpenTerritory } from './OpenTerritory';
import type { FirstSteps } from './queries';
import type { Step, StepState } from './steps';

interface Props {
  steps: readonly Step[];
  data: FirstSteps;
  territoryId: string;
  status: Pick<StatusControls, 'success' | 'failure'>;
}

/** Lists the steps in order, each with its state and a link. */
export function StepList({ steps, data, territoryId, status }: Props) {
  const id = useId();
  return (
    <ol className="@container divide-y divide-line">
      {steps.map((step, index) => (
        <li
          key={step.name}
          aria-current={step.state === 'next' ? 'step' : undefined}
          className={cx(
            // The parts are stacked with large text on a phone.
            'grid items-start gap-x-3 gap-y-2 p-4 sm:px-6 @3xs:grid-cols-[2rem_minmax(0,1fr)] @xl:grid-cols-[2rem_minmax(0,1fr)_auto] @xl:items-center',
            step.state === 'next' && 'bg-accent-soft',
          )}
        >
          <Mark state={step.state} number={index + 1} />
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
              <span>{step.title}</span>
              <StateBadge step={step} data={data} />
            </h3>
            <p id={`${id}-${step.name}`} className="text-ink-2 wrap-anywhere">
              {step.note}
            </p>
            {step.state === 'waiting' && data.awaited && (
              <SentAt at={data.awaited.sent_at} timeZone={data.territory.time_zone} />
            )}
          </div>
          <div className="flex flex-wrap gap-2 empty:hidden @3xs:col-start-2 @xl:col-start-3 @xl:justify-end">
            {step.state === 'waiting' && <SendAgain data={data} territoryId={territoryId} status={status} />}
            {step.link && step.state !== 'waiting' && <StepLink step={step} />}
            {step.name === 'visible' && !data.open && (
              <OpenTerritory data={data} territoryId={territoryId} status={status} reason={`${id}-${step.name}`} />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

const MARKS: Record<StepState, string> = {
  done: 'bg-success-soft text-success-text',
  waiting: 'bg-warn-soft text-warn-text',
  next: 'bg-ink text-canvas',
  todo: 'border border-line-strong text-ink-2',
  optional: 'border border-dashed border-line-strong text-ink-2',
  locked: 'bg-surface-3 text-ink-2',
};
const ICONS: Partial<Record<StepState, ReactNode>> = {
  done: <Check aria-hidden="true" className="size-4" />,
  waiting: <Clock aria-hidden="true" className="size-4" />,
  locked: <Lock aria-hidden="true" className="size-4" />,
};
const WORDS: Record<StepState, ReturnType<typeof msg>> = {
  done: msg`Done`,
  waiting: msg`Waiting`,
  next: msg`Next`,
  todo: msg`To do`,
  optional: msg`Optional`,
  locked: msg`Locked`,
};

function Mark({ state, number }: { state: StepState; number: number }) {
  const { i18n } = useLingui();
  return (
    <span className={cx('grid size-8 place-items-center rounded-full font-bold', MARKS[state])}>
      {ICONS[state] ?? (
        <span aria-hidden="true" className="nums">
          {number}
        </span>
      )}
      <span className="sr-only">{i18n._(WORDS[state])}</span>
    </span>
  );
}

/** Shows beside the title what the icon doesn't convey. */
function StateBadge({ step: { name, state }, data }: { step: Step; data: FirstSteps }) {
  const { i18n } = useLingui();
  if (name === 'experience' && data.experience && !data.experience.visible) {
    return (
      <Badge>
        <EyeOff aria-hidden="true" />
        <Trans>Hidden draft</Trans>
      </Badge>
    );
  }
  if (state === 'waiting') return <Badge tone="warn">{i18n._(WORDS.waiting)}</Badge>;
  if (state === 'next') return <Badge tone="paper">{i18n._(WORDS.next)}</Badge>;
  return state === 'optional' ? <Badge>{i18n._(WORDS.optional)}</Badge> : null;
}

function StepLink({ step: { link, state } }: { step: Step }) {
  if (!link) return null;
  const variant = state === 'next' ? 'primary' : state === 'done' ? 'ghost' : 'secondary';
  return (
    <LinkButton
      to={link.to}
      size="sm"
      variant={variant}
      className={cx('min-h-11', state === 'done' && '-ml-3 @xl:ml-0')}
    >
      {link.label}
    </LinkButton>
  );
}

function SentAt({ at, timeZone }: { at: string; timeZone: string }) {
  const when = formatMoment(at, timeZone);
  return (
    <p className="text-sm text-ink-2">
      <Trans>Invitation sent {when}</Trans>
    </p>
  );
}

/** Sends the first guide's invitation again. The link in the earlier email stops working. */
function SendAgain({ data: { awaited }, territoryId, status }: Omit<Props, 'steps'>) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ email, full_name }: NonNullable<FirstSteps['awaited']>) =>
      sendInvite(
        { role: 'tour_guide', territoryId, email, fullName: full_name },
        msg`Failed to send the invitation. Please try again.`,
      ),
    onSuccess: (_, { email }) => status.success(t`Invitation sent again to ${email}`),
    onError: (error) => status.failure(error),
    onSettled: () => client.invalidateQueries({ queryKey: teamKeys.all }),
  });
  if (!awaited) return null;
  const { email } = awaited;
  return (
    <Button
      size="sm"
      className="min-h-11"
      icon={<Send aria-hidden="true" />}
      busy={isPending}
      aria-label={t`Send again: invitation to ${email}`}
      onClick={() => mutate(awaited)}
    >
      <Trans>Send again</Trans>
    </Button>
  );
}
