import { Trans } from '@lingui/react/macro';
import { CloudUpload, TriangleAlert } from 'lucide-react';
import type { QueuedReport } from './report';

/** Says, below a booking in a list, that something wasn't sent or needs attention. */
export function ReportNote({ reports }: { reports: readonly QueuedReport[] }) {
  const waits = reports.some(({ state }) => state === 'waiting');
  const odd = reports.some(({ state }) => state === 'conflict' || state === 'refused');
  if (!waits && !odd) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2 text-sm font-semibold text-warn-text [&_svg]:size-4"
    >
      {waits && (
        <span className="inline-flex items-center gap-1.5">
          <CloudUpload aria-hidden="true" />
          <Trans>To be sent</Trans>
        </span>
      )}
      {odd && (
        <span className="inline-flex items-center gap-1.5">
          <TriangleAlert aria-hidden="true" />
          <Trans>Needs review: see above</Trans>
        </span>
      )}
    </p>
  );
}
