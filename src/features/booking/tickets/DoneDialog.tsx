import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

interface Props {
  heading: string;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the result of a change that the guest made to a booking. */
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

/** Shows the refund, or nothing if there is none. */
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

/** Says that the payer gets the refund. The holder of a transferred ticket doesn't see the amount. */
export function BackToPayer() {
  return (
    <span>
      <Trans>Any refund goes to the person who paid for this ticket, not to you.</Trans>
    </span>
  );
}
