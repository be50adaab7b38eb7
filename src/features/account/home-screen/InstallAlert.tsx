import { Trans, useLingui } from '@lingui/react/macro';
import { Smartphone, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { closeInstallHint, isInstallHintClosed } from '@/lib/offline/install-closed';
import { isApple, isInstalled, useInstallPrompt } from '@/lib/offline/install-prompt';
import { Button, IconButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { useMediaQuery } from '@/ui/use-media-query';

interface Props {
  /** The text for browsers that can be asked to install, with a button for it. */
  withButton: ReactNode;
  /** The text for browsers where the app can only be installed from the Share menu. */
  byShareMenu: ReactNode;
  className?: string;
}

/**
 * Explains how to install the app on a phone. Hidden if the app is installed or can't be. Once closed, it stays
 * closed.
 */
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
            <IconButton label={t`Close the hint`} onClick={close}>
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
