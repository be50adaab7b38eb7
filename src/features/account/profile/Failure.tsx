import { AppError } from '@/lib/api/errors';
import { Alert } from '@/ui/feedback/Alert';

interface Props {
  error: Error;
  /** Says what failed, if the error only gives the reason. */
  title?: string;
}

/** Shows what failed and, if known, why, so that the person knows whether to wait or look for a signal. */
export function Failure({ error, title = error.message }: Props) {
  const why = title === error.message ? (error instanceof AppError ? error.detail : undefined) : error.message;
  return (
    <Alert tone="danger" className="mb-4">
      <p className="font-semibold">{title}</p>
      {why && <p>{why}</p>}
    </Alert>
  );
}
