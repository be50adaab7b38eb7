import { plural, t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { departureTitle } from '@/features/departures/departure-name';
import { GuestsWithoutAccount } from '@/features/departures/GuestsWithoutAccount';
import { departureInstant, formatDay, formatTime } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Dialog } from '@/ui/overlay/Dialog';
import { DELAYS, type LateDeparture, laterBy } from './delay';
import { announceDelay } from './queries';

interface Props {
  departure: LateDeparture;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

interface Announced {
  /** 0 if the delay has ended. */
  minutes: number;
  /** True if it ended after the scheduled time, so that the departure leaves at once. */
  leaving: boolean;
}

/** Returns what guests without an account read in the prepared WhatsApp message. */
function messageOf({ title, start }: LateDeparture, { minutes, leaving }: Announced): string {
  const time = formatTime(laterBy(start, minutes));
  if (leaving) return text`${title}: we're leaving now.`;
  if (minutes === 0) return text`${title}: we're on time again. We leave at ${time}, as planned.`;
  const late = plural(minutes, { one: '# minute', other: '# minutes' });
  return text`${title}: we're running ${late} late. We now expect to leave at ${time}.`;
}

/** Announces a delay with one tap on its minutes, and shows the guests whom it doesn't reach. */
export default function DelayDialog({ departure, onClose, onChanged }: Props) {
  const { t } = useLingui();
  const { departureId, title, date, start, timeZone, minutes: before } = departure;
  const now = useNow();
  const announce = useMutation({
    mutationFn: ({ minutes }: Announced) => announceDelay(departureId, before, minutes),
    // Refetched even after a failure, because a colleague may have announced another delay.
    onSettled: () => void onChanged(),
  });
  const { data: told, variables: asked } = announce;
  const leaves = departureInstant(date, start, timeZone);
  const done = announce.isSuccess ? asked : undefined;
  // Guests can't be told a time that has passed.
  const hasPassed = (delay: number) => leaves + delay * 60_000 <= now.getTime();
  const announceOnce = (minutes: number) =>
    !announce.isPending && announce.mutate({ minutes, leaving: minutes === 0 && hasPassed(0) });
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && !announce.isPending && onClose()}
      title={titleOf(done)}
      description={departureTitle({ title, service_date: date, start_time: start }, formatDay)}
      actions={
        <Button onClick={onClose} disabled={announce.isPending}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {done && told !== undefined ? (
        <div className="grid gap-4">
          <Alert tone="success">
            <span>{toldText(told)}</span>
          </Alert>
          <GuestsWithoutAccount departureId={departureId} delayed message={messageOf(departure, done)} />
        </div>
      ) : (
        <div className="grid gap-4">
          <FailureAlert error={announce.error} />
          <p className="text-sm text-ink-2">
            {DELAYS.every(hasPassed) ? (
              <Trans>
                This departure is more than an hour late, so no expected time can be announced. Please tell your guests
                yourself.
              </Trans>
            ) : (
              <Trans>
                We'll notify every guest who hasn't arrived, by notification and email. Their tickets show the expected
                time.
              </Trans>
            )}
          </p>
          <ul aria-label={t`Delay`} className="grid grid-cols-[repeat(auto-fill,minmax(min(7.5rem,100%),1fr))] gap-2">
            {DELAYS.map((one) => (
              <li key={one} className="grid">
                <Choice
                  label={plural(one, { one: '# minute', other: '# minutes' })}
                  time={formatTime(laterBy(start, one))}
                  chosen={one === before}
                  disabled={hasPassed(one)}
                  busy={announce.isPending && asked?.minutes === one}
                  onPress={() => announceOnce(one)}
                />
              </li>
            ))}
            {before > 0 && (
              <li className="grid">
                <Choice
                  label={hasPassed(0) ? t`Leaving now` : t`On time again`}
                  time={hasPassed(0) ? '' : formatTime(start)}
                  busy={announce.isPending && asked?.minutes === 0}
                  onPress={() => announceOnce(0)}
                />
              </li>
            )}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

function titleOf(announced: Announced | undefined) {
  if (!announced) return <Trans>How late is this departure?</Trans>;
  if (announced.minutes > 0) return <Trans>Delay announced</Trans>;
  return announced.leaving ? <Trans>Leaving now</Trans> : <Trans>On time again</Trans>;
}

const toldText = (told: number): string =>
  plural(told, {
    0: 'No waiting guest has to be notified.',
    one: "We're notifying the guest of # booking.",
    other: "We're notifying the guests of # bookings.",
  });

interface ChoiceProps {
  label: string;
  time: string;
  chosen?: boolean;
  disabled?: boolean;
  busy: boolean;
  onPress: () => void;
}

function Choice({ label, time, chosen = false, disabled = false, busy, onPress }: ChoiceProps) {
  return (
    <Button
      size="lg"
      className="h-auto! flex-col gap-0! py-2! whitespace-normal"
      variant={chosen ? 'soft' : 'secondary'}
      aria-pressed={chosen}
      disabled={disabled || chosen}
      busy={busy}
      onClick={onPress}
    >
      <span className="nums font-bold">{label}</span>
      {time && <span className="nums text-sm font-normal">{time}</span>}
    </Button>
  );
}
