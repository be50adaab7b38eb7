import { Trans } from '@lingui/react/macro';

interface Props {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

/** Shows, as the hint of a select, that its options failed to load, with a retry. */
export function ListFailed({ query: { error, isFetching, refetch } }: Props) {
  return (
    <span>
      {error?.message}{' '}
      <button
        type="button"
        className="-my-3 inline-flex min-h-11 items-center font-semibold text-brand-text underline underline-offset-4"
        aria-busy={isFetching || undefined}
        onClick={() => void refetch()}
      >
        <Trans>Try again</Trans>
      </button>
    </span>
  );
}
