import { Trans } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Section } from '@/features/account/profile/Section';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';
import { useLeave } from './use-leave';

const DeleteDialog = lazyPart(() => import('./DeleteDialog'));

export function DeleteAccount({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = useLeave();
  return (
    <Section title={<Trans>Delete account</Trans>}>
      <p className="mb-4 text-ink-2">
        <Trans>
          Your personal data will be permanently deleted. The region keeps a record of past bookings, without your name.
        </Trans>
      </p>
      <Button
        ref={button}
        icon={<Trash2 aria-hidden="true" />}
        className="text-danger-text"
        onClick={() => setOpen(true)}
      >
        <Trans>Delete my account…</Trans>
      </Button>
      {open && (
        <DeleteDialog
          userId={userId}
          leave={leave}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </Section>
  );
}
