import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { OfferCard } from '@/features/booking/offers/OfferCard';
import { linkedPaymentOf } from '@/features/booking/offers/payment';
import { answerLinkedOffer, linkedOfferQuery } from '@/features/booking/offers/queries';
import { paths } from '@/lib/routing/paths';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { isGone, LinkPage } from '@/ui/LinkPage';

export default function OfferPage() {
  const { t } = useLingui();
  return (
    <LinkPage
      wide
      title={t`Choose what to do with your booking`}
      useLink={useLinkedOffer}
      loading={t`Loading your options`}
      notFound={<NotFound />}
      offline={<Trans>Your options will open when you're back online. We won't decide anything until then.</Trans>}
    >
      {(offer, { token, query }) => (
        <OfferCard
          offer={offer}
          heading="h1"
          onAnswer={(answer) => answerLinkedOffer(token, answer)}
          onChanged={query.refetch}
          paymentOf={linkedPaymentOf(token)}
        />
      )}
    </LinkPage>
  );
}

function NotFound() {
  return (
    <LinkNotValid to={paths.bookings} label={<Trans>My Bookings</Trans>}>
      <Trans>You can also see these options in My Bookings.</Trans>
    </LinkNotValid>
  );
}

function useLinkedOffer(token: string) {
  const query = useQuery(linkedOfferQuery(token));
  return { query, gone: isGone(query, 'offer_not_found') };
}
