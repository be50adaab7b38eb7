import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import { DepartureMoment } from '@/features/booking/checkout/step-parts';
import { MorePeople } from '@/features/booking/tickets/more-people/MorePeople';
import { type MorePeople as Data, morePeopleQuery } from '@/features/booking/tickets/more-people/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { isUuid } from '@/lib/format/uuid';
import { useOnline } from '@/lib/offline/use-online';
import { onLineBack } from '@/lib/routing/chunks';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { BackLink } from '@/ui/BackLink';
import { Button, LinkButton } from '@/ui/Button';
import { OpensOnline } from '@/ui/feedback/OpensOnline';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { PageTitle } from '@/ui/PageTitle';

/** More people come along on a booking. A page and no dialog: a bank's own question must have room, and a reload goes on with the payment. */
export default function MorePeoplePage() {
  const { t } = useLingui();
  const { kind: named, id = '' } = useParams();
  const kind = named === 'experience' || named === 'transport' ? named : null;
  useTitle(t`More people`);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-2xl pb-8 md:pb-12">
        <BackLink to={paths.bookings}>
          <Trans>My Bookings</Trans>
        </BackLink>
        {kind && isUuid(id) ? <Loaded key={`${kind}/${id}`} kind={kind} id={id} /> : <NotFound />}
      </div>
    </div>
  );
}

function NotFound() {
  const { t } = useLingui();
  return (
    <ErrorState
      heading="h1"
      title={t`Booking not found`}
      actions={
        <LinkButton to={paths.bookings} variant="primary">
          <Trans>My Bookings</Trans>
        </LinkButton>
      }
    />
  );
}

function Loaded({ kind, id }: { kind: ServiceKind; id: string }) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(morePeopleQuery(kind, id));
  const online = useOnline();
  const again = useEffectEvent(() => void (!data && refetch()));
  useEffect(() => onLineBack(() => again()), []);
  if (data) {
    return (
      <>
        <PageTitle>
          <Trans>More people</Trans>
        </PageTitle>
        <Trip data={data} />
        <section className="card mt-6 grid gap-4 px-5 py-5 sm:px-6">
          <MorePeople kind={kind} id={id} data={data} refetch={refetch} />
        </section>
      </>
    );
  }
  if (error && 'code' in error && error.code === 'booking_not_found') return <NotFound />;
  if (error && !online) {
    return (
      <OpensOnline
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    );
  }
  if (error)
    return <ErrorState heading="h1" title={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <LoadingArea label={t`Loading the price`}>
      <Skeleton className="mt-4 h-10 rounded-md!" />
      <Skeleton className="mt-6 h-48 rounded-xl!" />
    </LoadingArea>
  );
}

function Trip({ data }: { data: Data }) {
  return (
    <p className="mt-2 text-ink-2">
      <strong className="block font-semibold text-ink" lang={data.untranslated?.title}>
        {data.title}
      </strong>
      <span className="nums block">
        <DepartureMoment
          date={formatLongDate(data.service_date)}
          time={data.start_time ? formatTime(data.start_time) : null}
        />
      </span>
      {plural(data.num_people, { one: 'Booked for # person', other: 'Booked for # people' })}
    </p>
  );
}
