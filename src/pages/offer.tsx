import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { OfferCard } from '@/features/booking/offers/OfferCard';
import { answerLinkedOffer, linkedOfferQuery } from '@/features/booking/offers/queries';
import { toAppError } from '@/lib/api/errors';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { LinkButton } from '@/ui/Button';
import { LetterPageFailed } from '@/ui/feedback/LetterPageFailed';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';

/** What the letter about a cancelled departure links to: `/offer#{token}`. Opening it answers nothing. */
export default function OfferPage() {
  const { t } = useLingui();
  const token = useLocation().hash.slice(1);
  useTitle(t`Choose what happens with your booking`);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-2xl py-8 md:py-12">
        {/^[0-9a-f]{32,128}$/.test(token) ? <Loaded token={token} /> : <NotFound />}
      </div>
    </div>
  );
}

function NotFound() {
  const { t } = useLingui();
  return (
    <ErrorState
      heading="h1"
      title={t`This link is not valid any more`}
      actions={
        <LinkButton to={paths.bookings} variant="primary">
          <Trans>My Bookings</Trans>
        </LinkButton>
      }
    >
      <Trans>What happens with your booking stands in My Bookings, too.</Trans>
    </ErrorState>
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
      />
    );
  }
  if (error && toAppError(error).code === 'offer_not_found') return <NotFound />;
  if (error) {
    return (
      <LetterPageFailed
        query={query}
        offline={<Trans>Your choice opens when the signal is back. Nothing is decided meanwhile.</Trans>}
      />
    );
  }
  return (
    <LoadingArea label={t`Loading your choice`}>
      <Skeleton className="h-[32rem] rounded-xl!" />
    </LoadingArea>
  );
}
