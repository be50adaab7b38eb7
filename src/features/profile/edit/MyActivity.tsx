import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/states';
import { type Activity, activityQuery } from './queries';
import { Section } from './Section';

/** What the person did, in numbers that are counted; a dash where there is nothing to count from yet. */
export function MyActivity({ userId }: { userId: string }) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(activityQuery(userId));
  if (error && !data) {
    return (
      <ErrorState title={error.message} onRetry={() => void refetch()} retrying={isFetching}>
        <Trans>Your numbers could not be counted just now.</Trans>
      </ErrorState>
    );
  }
  return (
    <Section title={<Trans>My Activity</Trans>}>
      {data ? (
        <div className="grid gap-6">
          {data.tourist && <Tourist {...data.tourist} />}
          {data.guide && <Guide {...data.guide} />}
          {data.manager && <Manager {...data.manager} />}
          {data.partner && <Partner {...data.partner} />}
        </div>
      ) : (
        <LoadingArea label={t`Loading`} className="grid grid-cols-3 gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </LoadingArea>
      )}
    </Section>
  );
}

type Part<K extends keyof Activity> = NonNullable<Activity[K]>;

function Tourist({ bookings, reviews, regions_visited }: Part<'tourist'>) {
  return (
    <Tiles title={<Trans>As a tourist</Trans>}>
      <Tile label={<Trans>Bookings</Trans>}>{bookings}</Tile>
      <Tile label={<Trans>Reviews</Trans>}>{reviews}</Tile>
      <Tile label={<Trans>Regions Visited</Trans>}>{regions_visited}</Tile>
    </Tiles>
  );
}

function Guide({ experiences, bookings, avg_rating }: Part<'guide'>) {
  return (
    <Tiles title={<Trans>As a guide</Trans>}>
      <Tile label={<Trans>Experiences</Trans>}>{experiences}</Tile>
      <Tile label={<Trans>Bookings</Trans>}>{bookings}</Tile>
      <Tile label={<Trans>Avg. Rating</Trans>}>{avg_rating?.toFixed(1) ?? '–'}</Tile>
    </Tiles>
  );
}

function Manager({ regions, guides, experiences }: Part<'manager'>) {
  return (
    <Tiles title={<Trans>For your region</Trans>}>
      <Tile label={<Trans>Managed Region</Trans>} small>
        {regions.join(', ') || '–'}
      </Tile>
      <Tile label={<Trans>Guides</Trans>}>{guides}</Tile>
      <Tile label={<Trans>Experiences</Trans>}>{experiences}</Tile>
    </Tiles>
  );
}

function Partner({ referrals, commissions, conversion_rate }: Part<'partner'>) {
  const earned = commissions.map((sum) => `${sum.currency_symbol}${sum.amount.toFixed(2)}`).join(' + ');
  return (
    <Tiles title={<Trans>As a partner</Trans>}>
      <Tile label={<Trans>Referrals</Trans>}>{referrals}</Tile>
      <Tile label={<Trans>Commissions</Trans>} small>
        {earned || '–'}
      </Tile>
      <Tile label={<Trans>Conversion Rate</Trans>}>{conversion_rate === null ? '–' : `${conversion_rate}%`}</Tile>
    </Tiles>
  );
}

function Tiles({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold text-ink-2">{title}</h3>
      <dl className="grid grid-cols-3 gap-2 sm:gap-3">{children}</dl>
    </div>
  );
}

function Tile({ label, small = false, children }: { label: ReactNode; small?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end gap-1 rounded-md bg-surface-2 p-3">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className={small ? 'text-lg font-bold break-words' : 'text-2xl font-bold'}>{children}</dd>
    </div>
  );
}
