import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { openAddress } from '@/lib/routing/open-address';
import { Button, type ButtonProps } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { offeredWallets, type Wallet } from './offered';
import { getWalletLink } from './queries';

type Props = { row: Pick<TicketRow, 'id'>; title: string } & Pick<ButtonProps, 'size' | 'variant' | 'block'>;

/** Adds a ticket to the phone's wallet. Shows nothing if no wallet is configured for this device. */
export function WalletButtons(props: Props) {
  return offeredWallets().map((wallet) => <WalletButton key={wallet} wallet={wallet} {...props} />);
}

function WalletButton({
  wallet,
  row,
  title,
  size = 'sm',
  variant = 'ghost',
  block = false,
}: Props & { wallet: Wallet }) {
  const { t } = useLingui();
  const add = useMutation({
    mutationFn: () => getWalletLink(wallet, row),
    // The browser passes this address on to Wallet and stays on the page.
    onSuccess: openAddress,
  });
  return (
    <>
      <Button
        size={size}
        variant={variant}
        block={block}
        busy={add.isPending}
        icon={<WalletCards aria-hidden="true" />}
        aria-label={wallet === 'apple' ? t`Add to Apple Wallet: ${title}` : t`Save to Google Wallet: ${title}`}
        onClick={() => add.mutate()}
      >
        {wallet === 'apple' ? <Trans>Add to Apple Wallet</Trans> : <Trans>Save to Google Wallet</Trans>}
      </Button>
      <FailureAlert error={add.error} className="basis-full" />
    </>
  );
}
