import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { excerpt, useNoIndex, usePageHead } from '@/lib/routing/page-head';
import { BackLink } from '@/ui/BackLink';
import { LinkButton } from '@/ui/Button';
import { DetailSkeleton } from '@/ui/feedback/DetailSkeleton';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { ErrorState } from '@/ui/feedback/states';

interface Target {
  to: string;
  label: string;
}

interface Props {
  query: UseQueryResult<{ title: string; description: string } | null>;
  path: string;
  loading: string;
  notFound: string;
  /** The links shown if the service doesn't exist. */
  others: Target;
  back: Target | null;
  /** The booking panel. */
  aside: ReactNode;
  /** The description. */
  children: ReactNode;
}

/** Shows the page of a service, and its loading, missing and failed states. */
export function ServicePage({ query, path, loading, notFound, others, back, aside, children }: Props) {
  const { data: service, error, isPending, isFetching, refetch } = query;
  usePageHead({
    title: service === null ? notFound : service?.title,
    description: service && excerpt(service.description),
    canonical: service && path,
  });
  useNoIndex(service === null);

  const actions = (
    <LinkButton to={others.to} variant={error ? 'ghost' : 'primary'}>
      {others.label}
    </LinkButton>
  );
  const failed = { heading: 'h1', className: 'my-10', actions } as const;
  return (
    <div className="shell flex-1">
      {isPending && <DetailSkeleton label={loading} />}
      {error && !service && (
        <ErrorState {...failed} title={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {service === null && !error && <ErrorState {...failed} title={notFound} />}
      {service && (
        <>
          {back && <BackLink to={back.to}>{back.label}</BackLink>}
          {error && <LoadFailed query={query} className="mt-1 mb-3" />}
          <div className="grid grid-cols-1 gap-x-12 pb-24 lg:grid-cols-[minmax(0,1fr)_25rem] lg:items-start">
            {children}
            {aside}
          </div>
        </>
      )}
    </div>
  );
}
