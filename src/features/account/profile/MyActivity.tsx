import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money';
import { formatRating } from '@/lib/format/numbers';
import { nameIn } from '@/lib/i18n/listing-texts';
import { cx } from '@/ui/cx';
import { Figure } from '@/ui/Figure';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { type Activity, activityQuery } from './edit/queries';
import type { Profile, Role } from './queries';
import { Section } from './Section';

/** The roles that have their own section. */
const PARTS: readonly (readonly Role[])[] = [
  ['tourist'],
  ['tour_guide'],
  ['territory_manager', 'territory_staff'],
  ['travel_partner'],
];

/** Shows the person's activity in numbers, with a dash for what hasn't been counted yet. */
export function MyActivity({ profile: { id, roles } }: { profile: Profile }) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(activityQuery(id));
  if (error && !data) {
    return (
      <ErrorState title={error.message} onRetry={() => void refetch()} retrying={isFetching}>
        <Trans>We couldn't load your activity. Please try again.</Trans>
      </ErrorState>
    );
  }
  return (
    <Section title={<Trans>My Activity</Trans>}>
      {data ? (
        <div className="grid grid-cols-1 gap-6">
          {data.tourist && <Tourist {...data.tourist} />}
          {data.guide && <Guide {...data.guide} />}
          {data.manager && <Manager {...data.manager} />}
          {data.partner && <Partner {...data.partner} />}
        </div>
      ) : (
        <LoadingArea label={t`Loading`} className="grid grid-cols-1 gap-6">
          {PARTS.filter((part) => part.some((role) => roles.includes(role))).map((part) => (
            <PartSkeleton key={part[0]} />
          ))}
        </LoadingArea>
      )}
    </Section>
  );
}

function PartSkeleton() {
  return (
    <div>
      <Skeleton className="mb-2 h-5 w-28" />
      <div className="grid grid-cols-3 gap-2 sm:gap-3">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-19" />
        ))}
      </div>
    </div>
  );
}

type Part<K extends keyof Activity> = NonNullable<Activity[K]>;

// English uses the same noun for all numbers, but other languages don't.
function Tourist({ bookings, reviews, territories_visited }: Part<'tourist'>) {
  return (
    <Tiles title={<Trans>As a tourist</Trans>}>
      <Tile label={<Plural value={bookings} one="Bookings" other="Bookings" />}>{bookings}</Tile>
      <Tile label={<Plural value={reviews} one="Reviews" other="Reviews" />}>{reviews}</Tile>
      <Tile label={<Plural value={territories_visited} one="Regions Visited" other="Regions Visited" />}>
        {territories_visited}
      </Tile>
    </Tiles>
  );
}

function Guide({ experiences, bookings, avg_rating }: Part<'guide'>) {
  return (
    <Tiles title={<Trans>As a guide</Trans>}>
      <Tile label={<Plural value={experiences} one="Experiences" other="Experiences" />}>{experiences}</Tile>
      <Tile label={<Plural value={bookings} one="Bookings" other="Bookings" />}>{bookings}</Tile>
      <Tile label={<Trans>Avg. Rating</Trans>}>{avg_rating == null ? '–' : formatRating(avg_rating)}</Tile>
    </Tiles>
  );
}

function Manager({ territories, guides, experiences }: Part<'manager'>) {
  return (
    <Tiles title={<Trans>Loading your activity</Trans>}>
      <Tile label={<Trans>Managed Region</Trans>} wide>
        {territories.map(({ name, names }) => nameIn(name, names)).join(', ') || '–'}
      </Tile>
      <Tile label={<Plural value={guides} one="Guides" other="Guides" />}>{guides}</Tile>
      <Tile label={<Plural value={experiences} one="Experiences" other="Experiences" />}>{experiences}</Tile>
    </Tiles>
  );
}

function Partner({ referrals, commissions, conversion_rate }: Part<'partner'>) {
  const earned = commissions.map((sum) => formatMoney(sum.amount, sum.currency_symbol)).join(' + ');
  return (
    <Tiles title={<Trans>As a partner</Trans>}>
      <Tile label={<Plural value={referrals} one="Referrals" other="Referrals" />}>{referrals}</Tile>
      <Tile label={<Trans>Commissions</Trans>} wide>
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
      <dl className="flex flex-wrap gap-2 sm:gap-3">{children}</dl>
    </div>
  );
}

/** Shows a number. Three tiles fit in a row. A `wide` one, for words and amounts, has its own row on a phone. */
function Tile({ label, wide = false, children }: { label: ReactNode; wide?: boolean; children: ReactNode }) {
  return (
    <Figure
      label={label}
      className={cx(
        'flex max-w-full min-w-min flex-1 basis-20 flex-col-reverse justify-end gap-1 rounded-md bg-surface-2 p-3',
        wide && 'order-first basis-full sm:order-none sm:basis-20',
      )}
      valueClass={cx('font-bold wrap-anywhere', wide ? 'text-lg' : 'text-2xl')}
    >
      {children}
    </Figure>
  );
}
