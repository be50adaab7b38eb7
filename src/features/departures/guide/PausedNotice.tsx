import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import { Alert } from '@/ui/feedback/Alert';
import { pausesQuery } from './queries';

/** Says that the team has paused the guide. Shows nothing otherwise. */
export function PausedNotice({ userId }: { userId: string }) {
  const pauses = useQuery(pausesQuery(userId)).data ?? [];
  if (pauses.length === 0) return null;
  return (
    <Alert tone="warn" icon={<CirclePause aria-hidden="true" />} className="mb-4">
      {pauses.map(({ territory_id, name: territory }) => (
        <p key={territory_id} className="font-semibold wrap-anywhere">
          <Trans>You're paused in {territory}: new bookings go to other guides</Trans>
        </p>
      ))}
      <p>
        <Trans>You keep the trips you already lead.</Trans>
      </p>
    </Alert>
  );
}
