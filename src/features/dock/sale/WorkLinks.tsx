import { Trans } from '@lingui/react/macro';
import { TicketPlus, Wallet } from 'lucide-react';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

/** Links from a work page to dock sales and the cash book. */
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
