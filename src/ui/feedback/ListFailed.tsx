import { Trans } from '@lingui/react/macro';

interface Props {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

/** Says below a select that its options failed to load, and offers a retry. */
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
