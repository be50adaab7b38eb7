import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { OfferCard } from '@/features/booking/offers/OfferCard';
import { answerLinkedOffer, linkedOfferQuery, linkedPaymentOf } from '@/features/booking/offers/queries';
import { toAppError } from '@/lib/api/to-app-error';
import { paths } from '@/lib/routing/paths';
import { useLinkToken } from '@/lib/routing/use-link-token';
import { useTitle } from '@/lib/routing/use-title';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

/** What the letter about a cancelled departure links to: `/offer#{token}`. Opening it answers nothing. */
export default function OfferPage() {
  const { t } = useLingui();
  const token = useLinkToken();
  useTitle(t`Choose what to do with your booking`);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-2xl py-8 md:py-12">{token ? <Loaded token={token} /> : <NotFound />}</div>
    </div>
  );
}

function NotFound() {
  return (
    <LinkNotValid to={paths.bookings} label={<Trans>My Bookings</Trans>}>
      <Trans>You can also see this in My Bookings.</Trans>
    </LinkNotValid>
  );
}

function Loaded({ token }: { token: string }) {
  const { t } = useLingui();
  const query = useQuery(linkedOfferQuery(token));
  const { data, error, refetch } = query;
  if (data) {
    return (
      <OfferCard
        offer={data}
        heading="h1"
        onAnswer={(answer) => answerLinkedOffer(token, answer)}
        onChanged={refetch}
        paymentOf={linkedPaymentOf(token)}
      />
    );
  }
  if (error && toAppError(error).code === 'offer_not_found') return <NotFound />;
  if (error) {
    return (
      <QueryFailed
        heading="h1"
        query={query}
        offline={<Trans>Your options will open when you're back online. Nothing is decided until then.</Trans>}
      />
    );
  }
  return (
    <LoadingArea label={t`Loading your options`}>
      <Skeleton className="h-[32rem] rounded-xl!" />
    </LoadingArea>
  );
}
