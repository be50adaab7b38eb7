import { Trans, useLingui } from '@lingui/react/macro';
import { Smartphone, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { calendarDate } from '@/lib/format/dates';
import { isApple, isInstalled, useInstallPrompt } from '@/lib/offline/install-prompt';
import { readText, writeText } from '@/lib/storage/storage';
import { Button, IconButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { useMediaQuery } from '@/ui/use-media-query';

/** The day on which somebody first worked on this phone; 'no' once the hint was closed. */
const KEY = 'territorio-install';

/** After the first day of work on a phone: how the page comes to the home screen. Closed, it does not come back. */
export default function InstallHint() {
  const { t } = useLingui();
  const [first, setFirst] = useState(() => readText('local', KEY));
  const phone = !useMediaQuery('(min-width: 64rem)');
  const install = useInstallPrompt();
  useEffect(() => {
    if (first === null && !isInstalled()) writeText('local', KEY, calendarDate());
  }, [first]);
  const dayIsOver = first !== null && first !== 'no' && first !== calendarDate();
  if (!phone || !dayIsOver || isInstalled() || !(install || isApple())) return null;
  const close = () => {
    writeText('local', KEY, 'no');
    setFirst('no');
  };
  return (
    <div className="shell pt-3">
      <Alert
        tone="info"
        icon={<Smartphone aria-hidden="true" />}
        action={
          <span className="flex items-center gap-2">
            {install && (
              <Button
                size="sm"
                onClick={() => {
                  close();
                  install();
                }}
              >
                <Trans>Install</Trans>
              </Button>
            )}
            <IconButton label={t`Close the hint`} onClick={close}>
              <X aria-hidden="true" />
            </IconButton>
          </span>
        }
      >
        {install ? (
          <span key="button">
            <Trans>Put Territorio on your home screen: your day opens with one tap, also without a signal.</Trans>
          </span>
        ) : (
          <span>
            <Trans>
              Put Territorio on your home screen: tap Share, then "Add to Home Screen". Your day opens with one tap,
              also without a signal.
            </Trans>
          </span>
        )}
      </Alert>
    </div>
  );
}
