import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { noticesQuery } from '@/features/account/notices/queries';
import { useChoices } from '@/features/account/notices/use-choices';
import { Failure } from '@/features/account/profile/Failure';
import { Section } from '@/features/account/profile/Section';
import { pushKey } from '@/lib/env';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/form/controls';
import { PushDenied, PushInstall } from './PushOffer';
import { usePush } from './use-push';

/** Shows the switch for this device, and the kinds of push notifications for all of the person's devices. */
export function PushSettings({ userId }: { userId: string }) {
  return pushKey ? <Settings userId={userId} /> : null;
}

function Settings({ userId }: { userId: string }) {
  const { t } = useLingui();
  const online = useOnline();
  const { state, busy, failure, turn } = usePush(userId);
  const { data: choices, error } = useQuery(noticesQuery(userId));
  const { save, shown, failure: unsaved } = useChoices(userId, choices);
  return (
    <Section title={<Trans>On this phone or computer</Trans>}>
      <div className="mb-4 grid gap-3 text-ink-2" role="status">
        {state === 'unsupported' && (
          <p>
            <Trans>This browser can't show notifications while the page is closed.</Trans>
          </p>
        )}
        {state === 'install' && (
          <p>
            <PushInstall />
          </p>
        )}
        {state === 'denied' && (
          <p>
            <PushDenied />
          </p>
        )}
        {state === 'off' && (
          <p>
            <Trans>You won't get notifications on this device while the page is closed.</Trans>
          </p>
        )}
        {state === 'on' && (
          <p>
            <Trans>You'll get these notifications on this device, even when the page is closed.</Trans>
          </p>
        )}
        {!online && (state === 'off' || state === 'on') && (
          <p>
            <Trans>You're offline. You can change this when you're back online.</Trans>
          </p>
        )}
      </div>
      {failure && <Failure error={failure} />}
      {(state === 'off' || state === 'on') && (
        <Button className="mb-4" busy={busy} disabled={!online} onClick={() => turn(state === 'off')}>
          {state === 'off' ? t`Turn on for this device` : t`Turn off on this device`}
        </Button>
      )}
      {error && choices === undefined && <Failure error={error} />}
      {unsaved && <Failure error={unsaved} />}
      {shown && state !== 'unsupported' && (
        <div className="grid gap-1">
          <Checkbox
            label={t`One of my departures is cancelled, moved or confirmed`}
            checked={shown.push_departure}
            onChange={(event) => save({ push_departure: event.target.checked })}
          />
          <Checkbox
            label={t`Seats open up for me on a waitlist`}
            checked={shown.push_seats}
            onChange={(event) => save({ push_seats: event.target.checked })}
          />
          <Checkbox
            label={t`Someone books a trip for today that I work on`}
            checked={shown.push_booking}
            onChange={(event) => save({ push_booking: event.target.checked })}
          />
          <Checkbox
            label={t`Someone messages me about a booking`}
            checked={shown.push_message}
            onChange={(event) => save({ push_message: event.target.checked })}
          />
        </div>
      )}
    </Section>
  );
}
