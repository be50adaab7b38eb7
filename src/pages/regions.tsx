import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { ReferralBanner } from '@/features/account/referral/ReferralBanner';
import { useReferral } from '@/features/account/referral/referral';
import { storedReferral } from '@/features/account/referral/stored-referral';
import { useSession } from '@/features/account/session/session';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { readTrip, withTrip } from '@/features/catalogue/service/trip';
import { regionSearchQuery, territoriesQuery } from '@/features/catalogue/territories/queries';
import { searchTerritories } from '@/features/catalogue/territories/search';
import { TerritoryGrid } from '@/features/catalogue/territories/TerritoryGrid';
import { openRegions } from '@/lib/env';
import { usePageHead } from '@/lib/routing/page-head';
import { paths, withQuery } from '@/lib/routing/paths';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { SearchBox } from '@/ui/filter/SearchBox';
import { urlText, useUrlState } from '@/ui/filter/use-url-state';

/**
 * Shows the regions to people with an account and to partners' guests. If the list is open, shows it to everyone
 * (docs/rules/catalogue.md, Public pages).
 */
export default function RegionsPage() {
  const { status } = useSession();
  const ref = useReferral();
  const [params] = useSearchParams();
  const region = params.get('region');
  // The home page's search submits here natively if its code hasn't loaded.
  if (region)
    return <Navigate to={`${withTrip(paths.territory(region), readTrip(params), ref)}#experiences`} replace />;
  if (openRegions || ref || status === 'signed-in') return <Territories />;
  return status === 'loading' ? <PageSpinner /> : <AccountFirst />;
}

/**
 * Redirects guests to the sign-up with their stored referral code. Sends people to the login if they signed out or
 * their session expired.
 */
function AccountFirst() {
  const { expired, left } = useSession();
  const { pathname, search, hash } = useLocation();
  const state = left ? null : ({ from: pathname + search + hash } satisfies ReturnToState);
  const to = expired || left ? paths.login : withQuery(paths.register, { ref: storedReferral() });
  return <Navigate to={to} replace state={state} />;
}

/** The search is part of the URL, so that reloads and shared links keep it. */
const searched = { q: urlText() };

function Territories() {
  const { t } = useLingui();
  const ref = useReferral();
  const query = useQuery(territoriesQuery());
  const { shown, settled, change } = useUrlState(searched);
  const text = shown.q;
  const search = (q: string) => change({ q });
  usePageHead({
    title: t`Regions`,
    description: t`Explore Guatemala region by region, with local teams. Choose a region to see its guides, boats and shuttles.`,
    canonical: paths.regions,
  });
  const { data: ids } = useQuery(regionSearchQuery(settled.q.trim()));
  // Ids found for an earlier text don't apply to the current one.
  const found = query.data && searchTerritories(query.data, text, settled.q === text ? ids : undefined);
  return (
    <div className="shell flex-1 pb-20">
      {ref && <ReferralBanner className="mt-6" />}
      <div className="flex flex-col gap-5 pt-8 pb-8 md:flex-row md:items-end md:justify-between md:pt-10">
        <div>
          <h1 className="font-title text-4xl">
            <Trans>Choose a region</Trans>
          </h1>
          <p className="mt-2 max-w-prose text-lg text-ink-2">
            <Trans>Every region has its own local team. Choose a region to see its guides, boats and shuttles.</Trans>
          </p>
        </div>
        <TerritorySearch text={text} onChange={search} count={found?.length} />
      </div>
      <TerritoryGrid query={query} found={found} text={text} onClear={() => search('')} referral={ref} />
    </div>
  );
}

interface SearchProps {
  text: string;
  onChange: (text: string) => void;
  /** The number of results, or undefined until it is known. */
  count: number | undefined;
}

function TerritorySearch({ text, onChange, count }: SearchProps) {
  const { t } = useLingui();
  const countId = useId();
  return (
    <search className="w-full md:w-80">
      <form onSubmit={(event) => event.preventDefault()}>
        <SearchBox
          label={<Trans>Search regions</Trans>}
          placeholder={t`Search by name or description`}
          value={text}
          onChange={onChange}
          describedBy={countId}
        />
        <p id={countId} className="sr-only" aria-live="polite">
          {text && count !== undefined && (
            <span>
              <Plural value={count} one="# region" other="# regions" />
            </span>
          )}
        </p>
      </form>
    </search>
  );
}
