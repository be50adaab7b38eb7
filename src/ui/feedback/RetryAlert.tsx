import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from './Alert.tsx';

interface Props {
  onRetry: () => void;
  retrying?: boolean;
  className?: string | undefined;
  /** Says what failed. */
  children: ReactNode;
}

/** Says that a part of the page failed, while the rest stays visible. */
export function RetryAlert({ onRetry, retrying = false, className, children }: Props) {
  return (
    <Alert
      tone="danger"
      className={className}
      action={
        <Button size="sm" busy={retrying} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
