import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from './Alert.tsx';

interface Props {
  onRetry: () => void;
  retrying?: boolean;
  className?: string | undefined;
  /** The sentence that says what failed. */
  children: ReactNode;
}

/** Says that a part of the page failed, and offers a retry. The rest of the page stays visible. */
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
