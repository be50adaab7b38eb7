import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { ReferralBanner } from '@/features/account/referral/ReferralBanner';
import { useReferral } from '@/features/account/referral/referral';
import { storedReferral } from '@/features/account/referral/stored-referral';
import { useSession } from '@/features/account/session/session';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { territoriesQuery } from '@/features/catalogue/territories/queries';
import { searchTerritories } from '@/features/catalogue/territories/search';
import { TerritoryGrid } from '@/features/catalogue/territories/TerritoryGrid';
import { openRegions } from '@/lib/env';
import { useTypedBefore } from '@/lib/hooks/use-typed-before';
import { usePageHead } from '@/lib/routing/page-head';
import { paths, withQuery } from '@/lib/routing/paths';
import { PageSpinner } from '@/ui/feedback/Spinner';

/** For accounts, for those whom a partner sends, and for all where the regions are open (docs/decisions/0009). */
export default function RegionsPage() {
  const { status } = useSession();
  const ref = useReferral();
  if (openRegions || ref || status === 'signed-in') return <Regions />;
  return status === 'loading' ? <PageSpinner /> : <AccountFirst />;
}

/** To the sign-up, with the code that this browser keeps; who had an account a moment ago, to the login. */
function AccountFirst() {
  const { expired, left } = useSession();
  const { pathname, search, hash } = useLocation();
  const state = left ? null : ({ from: pathname + search + hash } satisfies ReturnToState);
  const to = expired || left ? paths.login : withQuery(paths.register, { ref: storedReferral() });
  return <Navigate to={to} replace state={state} />;
}

function Regions() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const ref = useReferral();
  const countId = useId();
  const query = useQuery(territoriesQuery());
  const [text, setText] = useState(params.get('q') ?? '');
  usePageHead({
    title: t`Regions`,
    description: t`The regions of Guatemala that local teams show you: pick one to see its guides, boats and shuttles.`,
    canonical: paths.regions,
  });

  /** The search stands in the address too, so that a reload or a shared link keeps it. */
  function search(value: string) {
    setText(value);
    setParams(
      (before) => {
        if (value) before.set('q', value);
        else before.delete('q');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  const field = useTypedBefore(text, search);
  const found = query.data && searchTerritories(query.data, text);
  return (
    <div className="shell flex-1 pb-20">
      {ref && <ReferralBanner className="mt-6" />}
      <div className="flex flex-col gap-5 pt-8 pb-8 md:flex-row md:items-end md:justify-between md:pt-10">
        <div>
          <h1 className="font-title text-4xl">
            <Trans>Choose a region</Trans>
          </h1>
          <p className="mt-2 max-w-prose text-lg text-ink-2">
            <Trans>Every territory is run by a local team. Pick one to see its guides, boats and shuttles.</Trans>
          </p>
        </div>
        {/* A form, so that Enter searches before the app has started too. */}
        <search className="w-full md:w-80">
          <form onSubmit={(event) => event.preventDefault()}>
            <label className="input-icon block">
              <span className="sr-only">
                <Trans>Search regions</Trans>
              </span>
              <Search aria-hidden="true" />
              <input
                ref={field}
                type="search"
                name="q"
                className="input"
                placeholder={t`Search by name or description`}
                value={text}
                aria-describedby={countId}
                onChange={(event) => search(event.target.value)}
              />
            </label>
            <p id={countId} className="sr-only" aria-live="polite">
              {text && found && <Plural value={found.length} one="# region" other="# regions" />}
            </p>
          </form>
        </search>
      </div>
      <TerritoryGrid query={query} found={found} text={text} onClear={() => search('')} referral={ref} />
    </div>
  );
}
