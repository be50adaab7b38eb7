import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

interface Props {
  /** 'Your booking is cancelled' */
  heading: string;
  /** The trip's title. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The result of a guest's change of a booking. */
export function DoneDialog({ heading, title, onClose, children }: Props) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={heading}
      description={title}
      actions={
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p role="status" className="flex gap-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-success-text" />
        {children}
      </p>
    </Dialog>
  );
}

/** Nothing without a refund. */
export function BackToCard({ amount, symbol, byOther }: { amount: number; symbol: string; byOther: boolean }) {
  const back = formatMoney(amount, symbol);
  if (byOther) return <BackToPayer />;
  if (amount <= 0) return null;
  return (
    <span>
      <Trans>We're refunding {back} to your card. It can take 5 to 10 days to appear.</Trans>
    </span>
  );
}

/** The holder of a transferred ticket doesn't see the amount. */
export function BackToPayer() {
  return (
    <span>
      <Trans>Any refund goes to the person who paid for this ticket, not to you.</Trans>
    </span>
  );
}
