import { Trans, useLingui } from '@lingui/react/macro';
import { BellRing, X } from 'lucide-react';
import { useState } from 'react';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { readText, writeText } from '@/lib/storage/storage';
import { Button, IconButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Alert } from '@/ui/feedback/Alert';
import type { PushState } from './push';
import { usePush } from './use-push';

/** The offer stays closed on this phone, because the profile has the switch. */
const KEY = 'push-offer';

/** Offers push notifications after a booking and on work pages. Shows nothing if they can't be offered. */
export default function PushOffer({ userId, work = false }: { userId: string; work?: boolean }) {
  const { t } = useLingui();
  const [closed, setClosed] = useState(() => readText('local', KEY) !== null);
  const [pressed, setPressed] = useState(false);
  const { state, busy, failure, turn } = usePush(userId);
  const why = useFailureText(failure);
  // On a work page the day's content is below it.
  const place = work ? 'mb-4' : undefined;
  const close = () => {
    writeText('local', KEY, 'no');
    setClosed(true);
  };
  if (pressed && state === 'on')
    return (
      <Alert tone="success" className={place}>
        <span>
          <Trans>You'll get notifications on this phone. You can change this in your profile.</Trans>
        </span>
      </Alert>
    );
  if (closed || !(state === 'off' || state === 'install' || (pressed && state === 'denied'))) return null;
  return (
    <Alert
      tone={failure ? 'danger' : 'info'}
      className={cx('sm:items-center!', place)}
      icon={<BellRing aria-hidden="true" />}
      action={
        <span className="flex flex-wrap items-center gap-2">
          {state === 'off' && (
            <Button
              size="sm"
              busy={busy}
              onClick={() => {
                setPressed(true);
                turn(true);
              }}
            >
              {failure ? <Trans>Try again</Trans> : <Trans>Notify me on this phone</Trans>}
            </Button>
          )}
          <IconButton label={t`Close the hint`} onClick={close}>
            <X aria-hidden="true" />
          </IconButton>
        </span>
      }
    >
      <OfferText state={state} why={why} work={work} />
    </Alert>
  );
}

function OfferText({ state, why, work }: { state: PushState; why: string; work: boolean }) {
  if (why) return <span>{why}</span>;
  if (state === 'denied') return <PushDenied />;
  if (state === 'install') return <PushInstall />;
  return work ? (
    <span>
      <Trans>Get notified right away about new bookings for today, messages and cancelled departures.</Trans>
    </span>
  ) : (
    <span>
      <Trans>Get notified right away when your trip is moved or cancelled, or someone messages you about it.</Trans>
    </span>
  );
}

export const PushDenied = () => (
  <span>
    <Trans>
      Your browser is blocking notifications from this site. To allow them, open the site settings, next to the address.
    </Trans>
  </span>
);

export const PushInstall = () => (
  <span>
    <Trans>
      To get notifications on this phone, first put Territorio on your home screen: tap Share, then "Add to Home
      Screen", and open it from there.
    </Trans>
  </span>
);
