import type { ReactNode } from 'react';
import { toAppError } from '@/lib/api/to-app-error';
import { useLinkToken } from '@/lib/routing/use-link-token';
import { useTitle } from '@/lib/routing/use-title';
import { cx } from './cx.ts';
import { QueryFailed } from './feedback/LoadFailed.tsx';
import { LoadingArea, Skeleton } from './feedback/states.tsx';

interface Link {
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** True if the link is invalid or has expired. */
  gone: boolean;
}

interface Props<L extends Link> extends Pick<Parameters<typeof QueryFailed>[0], 'offline'> {
  title: string;
  wide?: boolean;
  /** Loads the content of the token's link. */
  useLink: (token: string) => L;
  /** The text that screen readers announce while the content loads. */
  loading: string;
  notFound: ReactNode;
  /** Renders the content. Returns null while redirecting. */
  children: (data: NonNullable<L['query']['data']>, link: L & { token: string }) => ReactNode;
}

/** Returns whether the server refused the link as invalid. Returns false if earlier data is on the screen. */
export const isGone = ({ data, error }: Link['query'], code: string): boolean =>
  data === undefined && error !== null && toAppError(error).code === code;

/** Shows a page whose link contains a secret, such as `/ticket#{token}`. Opening it changes nothing. */
export function LinkPage<L extends Link>({ title, wide = false, ...content }: Props<L>) {
  const token = useLinkToken();
  useTitle(title);
  return (
    <div className="shell flex-1">
      <div className={cx('mx-auto py-8 md:py-12', wide ? 'max-w-2xl' : 'max-w-xl')}>
        {token ? <Linked token={token} {...content} /> : content.notFound}
      </div>
    </div>
  );
}

function Linked<L extends Link>({
  token,
  useLink,
  loading,
  notFound,
  offline,
  children,
}: Omit<Props<L>, 'title' | 'wide'> & { token: string }) {
  const link = useLink(token);
  const { data, error } = link.query;
  if (link.gone) return notFound;
  const shown = data ? children(data, { ...link, token }) : null;
  if (shown) return shown;
  if (error) return <QueryFailed heading="h1" query={link.query} offline={offline} />;
  return (
    <LoadingArea label={loading}>
      <Skeleton className="h-[32rem] rounded-xl!" />
    </LoadingArea>
  );
}
