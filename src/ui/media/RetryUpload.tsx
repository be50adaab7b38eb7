import { Trans } from '@lingui/react/macro';
import { RotateCcw } from 'lucide-react';
import type { UploadItem } from '@/lib/upload/upload-list';
import { Button } from '@/ui/Button';
import { SignInLink } from '@/ui/feedback/SignInLink';

interface Props {
  item: UploadItem;
  disabled?: boolean | undefined;
  onRetry: () => void;
}

/** Offers to send a field's only file again, or to log in first if the session has ended. */
export function RetryUpload({ item, disabled, onRetry }: Props) {
  return (
    <div>
      <Button size="sm" icon={<RotateCcw aria-hidden="true" />} disabled={disabled} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
      {item.signedOut && <SignInLink />}
    </div>
  );
}
