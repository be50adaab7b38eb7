import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { PayScreen } from '@/features/dock/pay/PayScreen';
import { linkedPaymentQuery } from '@/features/dock/pay/queries';
import { paths } from '@/lib/routing/paths';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { isGone, LinkPage } from '@/ui/LinkPage';

/**
 * Takes the payment of a card sale at the dock, whose QR code leads to `/pay#{token}`. Once it is paid, the page shows
 * the ticket.
 */
export default function PayPage() {
  const { t } = useLingui();
  return (
    <LinkPage
      title={t`Pay by card`}
      useLink={useLinkedPayment}
      loading={t`Opening the payment form`}
      notFound={<NotFound />}
      offline={<Trans>We won't charge you in the meantime.</Trans>}
    >
      {(payment, { token, query }) =>
        payment.ticket ? null : <PayScreen token={token} payment={payment} onPaid={() => void query.refetch()} />
      }
    </LinkPage>
  );
}

function NotFound() {
  return (
    <LinkNotValid to={paths.home} label={<Trans>Go to the home page</Trans>}>
      <Trans>Ask the person selling the seats for a new code. We didn't charge anything through this link.</Trans>
    </LinkNotValid>
  );
}

function useLinkedPayment(token: string) {
  const navigate = useNavigate();
  const query = useQuery(linkedPaymentQuery(token));
  const ticket = query.data?.ticket;
  useEffect(() => {
    if (ticket) void navigate(`${paths.dockTicket}#${ticket}`, { replace: true });
  }, [ticket, navigate]);
  return { query, gone: isGone(query, 'sale_not_found') };
}
