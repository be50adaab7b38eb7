import { Trans } from '@lingui/react/macro';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';

interface Props {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

export function LoadFailed({ query }: Props) {
  const { error } = query;
  const detail = error && 'detail' in error && typeof error.detail === 'string' ? error.detail : null;
  return (
    <Alert tone="danger" className="mt-4">
      <strong className="font-semibold">{error?.message}</strong>
      {detail && <p>{detail}</p>}
      <Button size="sm" className="mt-2.5" busy={query.isFetching} onClick={() => void query.refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </Alert>
  );
}
