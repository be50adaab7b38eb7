import { Trans } from '@lingui/react/macro';
import { TicketPlus, Wallet } from 'lucide-react';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

/** From a day's work to a sale at the dock and to the cash that was taken. */
export function WorkLinks() {
  return (
    <>
      <LinkButton to={paths.sell} icon={<TicketPlus aria-hidden="true" />}>
        <Trans>Sell a seat</Trans>
      </LinkButton>
      <LinkButton to={paths.cashBook} icon={<Wallet aria-hidden="true" />}>
        <Trans>Cash book</Trans>
      </LinkButton>
    </>
  );
}
