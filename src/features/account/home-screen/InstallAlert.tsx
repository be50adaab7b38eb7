import { Trans, useLingui } from '@lingui/react/macro';
import { Smartphone, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { closeInstallHint, isInstallHintClosed } from '@/lib/offline/install-closed';
import { isApple, isInstalled, useInstallPrompt } from '@/lib/offline/install-prompt';
import { Button, IconButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { useMediaQuery } from '@/ui/use-media-query';

interface Props {
  /** With a button that asks the browser. */
  withButton: ReactNode;
  /** Where only the Share menu can install. */
  byShareMenu: ReactNode;
  className?: string;
}

/** How to install the app on a phone. Hidden if it is installed or can't be; once closed, it stays closed. */
export function InstallAlert({ withButton, byShareMenu, className }: Props) {
  const { t } = useLingui();
  const [closed, setClosed] = useState(isInstallHintClosed);
  const phone = !useMediaQuery('(min-width: 64rem)');
  const install = useInstallPrompt();
  if (!phone || closed || isInstalled() || !(install || isApple())) return null;
  const close = () => {
    closeInstallHint();
    setClosed(true);
  };
  return (
    <div className={className}>
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
            <IconButton label={t`Close this tip`} onClick={close}>
              <X aria-hidden="true" />
            </IconButton>
          </span>
        }
      >
        {install ? <span key="button">{withButton}</span> : <span>{byShareMenu}</span>}
      </Alert>
    </div>
  );
}
