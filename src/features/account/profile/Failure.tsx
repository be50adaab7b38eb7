import { AppError } from '@/lib/api/errors';
import { FailureAlert } from '@/ui/feedback/FailureAlert';

interface Props {
  error: Error;
  /** Says what failed, if the error only gives the reason. */
  title?: string;
}

/** Shows what failed and, if known, why, so that the person knows whether to wait or look for a signal. */
export function Failure({ error, title = error.message }: Props) {
  const why = title === error.message ? (error instanceof AppError ? error.detail : undefined) : error.message;
  return (
    <FailureAlert error={error} text={title} className="mb-4">
      {why && <p>{why}</p>}
    </FailureAlert>
  );
}
