import { Trans, useLingui } from '@lingui/react/macro';
import { Smartphone, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { closeInstallHint, isInstallHintClosed } from '@/lib/offline/install-closed';
import { isApple, isInstalled, useInstallPrompt } from '@/lib/offline/install-prompt';
import { Button, IconButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { useMediaQuery } from '@/ui/use-media-query';

interface Props {
  /** Beside a button that asks the browser. */
  withButton: ReactNode;
  /** Where there is only the Share menu. */
  byShareMenu: ReactNode;
  className?: string;
}

/** How the page comes to the home screen of a phone. Nothing where it is there, or cannot come; closed, it does not come back. */
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
