import { Trans } from '@lingui/react/macro';
import { ScanLine } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button, LinkButton } from '@/ui/Button';
import { OPEN_SCANNER } from './scan/open-scanner';

/**
 * Where to continue after a ticket: the dashboard of the person who scans, or back to the camera. `atOnce` means
 * that the scanner checks in tickets without questions automatically.
 */
export type Onward = { dashboard: string } | { next: () => void; close: () => void; atOnce: boolean };

/** How long a result stays visible, in milliseconds. */
const RESULT_MS = { asked: 2000, atOnce: 1000 } as const;

export const isAtOnce = (onward: Onward): boolean => 'next' in onward && onward.atOnce;

/** Continues automatically after the result was visible long enough. */
export function useGoOn(finished: boolean, onward: Onward): void {
  const navigate = useNavigate();
  const staysMs = RESULT_MS[isAtOnce(onward) ? 'atOnce' : 'asked'];
  const goOn = useEffectEvent(() => ('next' in onward ? onward.next() : void navigate(onward.dashboard)));
  useEffect(() => {
    if (!finished) return;
    const timer = setTimeout(goOn, staysMs);
    return () => clearTimeout(timer);
  }, [finished, staysMs]);
}

const textLink = 'inline-flex min-h-11 items-center justify-center underline underline-offset-4';

/** Shows the buttons that continue to the next passenger. */
export function OnwardButtons({ onward }: { onward: Onward }) {
  const icon = <ScanLine aria-hidden="true" />;
  const scan = <Trans>Scan the next ticket</Trans>;
  const back = <Trans>Back to the dashboard</Trans>;
  if ('next' in onward)
    return (
      <>
        <Button variant="paper" size="lg" icon={icon} onClick={onward.next}>
          {scan}
        </Button>
        <button type="button" className={textLink} onClick={onward.close}>
          {back}
        </button>
      </>
    );
  return (
    <>
      <LinkButton variant="paper" size="lg" to={onward.dashboard} state={OPEN_SCANNER} icon={icon}>
        {scan}
      </LinkButton>
      <Link to={onward.dashboard} className={textLink}>
        {back}
      </Link>
    </>
  );
}
