import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { HuipilBand, Logo } from '@/ui/brand';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { EmptyState, ErrorState } from '@/ui/feedback/states';
import { guestAddress, LinkQrCode, withoutScheme } from './LinkQrCode';
import { businessOf, linksQuery, termsQuery } from './queries';

interface Props {
  userId: string;
  linkId: string;
  /** Shown if no business name was agreed. */
  fullName: string;
}

const back = (
  <LinkButton to={paths.partnerDashboard}>
    <Trans>Back to the dashboard</Trans>
  </LinkButton>
);

/** Shows a printable A5 card for a hotel's reception. It is white in both themes, like paper. */
export function PrintCard({ userId, linkId, fullName }: Props) {
  const query = useQuery(linksQuery(userId));
  const terms = useQuery(termsQuery(userId));
  const failed = [query, terms].find(({ isError, data }) => isError && !data);
  if (failed?.error)
    return (
      <ErrorState
        heading="h1"
        title={failed.error.message}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
        actions={back}
      />
    );
  if (!query.data || !terms.data) return <PageSpinner />;
  const business = businessOf(terms.data) ?? fullName;
  const link = query.data.find((one) => one.id === linkId);
  if (!link) {
    return (
      <EmptyState heading="h1" title={<Trans>Referral link not found</Trans>} actions={back}>
        <Trans>This link was deleted, or it isn't yours.</Trans>
      </EmptyState>
    );
  }
  if (!link.active) {
    return (
      <EmptyState heading="h1" title={<Trans>This link is inactive</Trans>} actions={back}>
        <Trans>
          People who scan this code don't see your name, and you earn no commission. Activate the link to print its
          card.
        </Trans>
      </EmptyState>
    );
  }
  const address = guestAddress(link.code);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        {back}
        <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          <Trans>Print card</Trans>
        </Button>
      </div>
      <article className="mx-auto flex aspect-[148/210] w-full max-w-md flex-col overflow-clip rounded-xl border border-[#d9d6cf] bg-white text-[#10132c] shadow-lg print:w-[128mm] print:max-w-none print:rounded-none print:shadow-none">
        <HuipilBand />
        <div className="flex flex-1 flex-col items-center px-[min(2rem,10%)] pt-8 pb-12 text-center">
          <Logo paper className="h-9 max-w-full object-contain" />
          <h1 tabIndex={-1} className="font-title mt-7 text-3xl leading-tight">
            <Trans>Discover Guatemala with the people who live here</Trans>
          </h1>
          <p className="mt-3 text-[#4a4f6a]">
            <Trans>Guided experiences, boats and shuttles. Scan the code to see trips and book your seat.</Trans>
          </p>
          <LinkQrCode value={address} className="my-5 h-auto w-56 max-w-full shrink-0" />
          <p className="font-mono text-sm font-semibold wrap-anywhere">{withoutScheme(address)}</p>
          {business && (
            <p className="mt-auto line-clamp-4 pt-5 font-semibold wrap-anywhere">
              <Trans>Recommended by {business}</Trans>
            </p>
          )}
        </div>
      </article>
    </>
  );
}
