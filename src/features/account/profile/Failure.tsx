import { AppError } from '@/lib/api/errors';
import { Alert } from '@/ui/feedback/Alert';

interface Props {
  error: Error;
  /** What failed, where the error itself only says why. */
  title?: string;
}

/** What failed and, where it is known, why: whether it helps to wait, or to look for a signal. */
export function Failure({ error, title = error.message }: Props) {
  const why = title === error.message ? (error instanceof AppError ? error.detail : undefined) : error.message;
  return (
    <Alert tone="danger" className="mb-4">
      <p className="font-semibold">{title}</p>
      {why && <p>{why}</p>}
    </Alert>
  );
}
