import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import { DepartureMoment } from '@/features/booking/checkout/step-parts';
import { BookingNotFound } from '@/features/booking/tickets/BookingNotFound';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { isUuid } from '@/lib/format/uuid';
import { onLineBack } from '@/lib/routing/chunks';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { BackLink } from '@/ui/BackLink';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { PageTitle } from '@/ui/PageTitle';

/** What is booked, as each question for a change answers it. */
interface Booked {
  title: string;
  untranslated?: { title?: string | undefined } | undefined;
  service_date: string;
  start_time: string | null;
  num_people: number;
}

export interface ChangeProps<Data> {
  kind: ServiceKind;
  id: string;
  data: Data;
  refetch: () => Promise<unknown>;
}

interface Props<Data extends Booked, Key extends QueryKey> {
  title: string;
  query: (kind: ServiceKind, id: string) => UseQueryOptions<Data, Error, Data, Key>;
  children: (props: ChangeProps<Data>) => ReactNode;
}

/** A change of a booking that may have to be paid for. A page and no dialog: a bank's own question must have room, and a reload goes on with the payment. */
export function ChangePage<Data extends Booked, Key extends QueryKey>(props: Props<Data, Key>) {
  const { kind: named, id = '' } = useParams();
  const kind = named === 'experience' || named === 'transport' ? named : null;
  useTitle(props.title);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-2xl pb-8 md:pb-12">
        <BackLink to={paths.bookings}>
          <Trans>My Bookings</Trans>
        </BackLink>
        {kind && isUuid(id) ? <Loaded key={`${kind}/${id}`} kind={kind} id={id} {...props} /> : <BookingNotFound />}
      </div>
    </div>
  );
}

type LoadedProps<Data extends Booked, Key extends QueryKey> = Props<Data, Key> & { kind: ServiceKind; id: string };

function Loaded<Data extends Booked, Key extends QueryKey>({
  kind,
  id,
  title,
  query,
  children,
}: LoadedProps<Data, Key>) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(query(kind, id));
  const again = useEffectEvent(() => void (!data && refetch()));
  useEffect(() => onLineBack(() => again()), []);
  if (data) {
    return (
      <>
        <PageTitle>
          <span>{title}</span>
        </PageTitle>
        <Trip data={data} />
        <section className="card mt-6 grid gap-4 px-5 py-5 sm:px-6">{children({ kind, id, data, refetch })}</section>
      </>
    );
  }
  if (error && 'code' in error && error.code === 'booking_not_found') return <BookingNotFound />;
  if (error)
    return <ErrorState heading="h1" title={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <LoadingArea label={t`Loading the booking`}>
      <Skeleton className="mt-4 h-10 rounded-md!" />
      <Skeleton className="mt-6 h-48 rounded-xl!" />
    </LoadingArea>
  );
}

function Trip({ data }: { data: Booked }) {
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
