import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CopyPlus } from 'lucide-react';
import { useState } from 'react';
import { workKeys } from '@/features/departures/day/queries';
import { departureKeys } from '@/features/management/calendar/queries';
import { addDays, formatWeek } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { copyDriverWeek } from './queries';

interface Props {
  userId: string;
  territoryId: string;
  monday: string;
  status: StatusControls;
  /** Shows the week that was written. */
  onCopied: (monday: string) => void;
}

/** Copies the drivers that were set for single dates of a week to the next one. */
export function CopyWeek({ userId, territoryId, monday, status, onCopied }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const next = addDays(monday, 7);
  const week = formatWeek(next);
  const copy = async () => {
    const { copied, kept, missing } = await copyDriverWeek(territoryId, monday);
    await Promise.all([
      client.invalidateQueries({ queryKey: workKeys.all(userId) }),
      client.invalidateQueries({ queryKey: departureKeys.all }),
    ]);
    setAsking(false);
    onCopied(next);
    status.success(
      [
        plural(copied, { 0: 'Nothing to copy', one: '# departure copied', other: '# departures copied' }),
        kept > 0
          ? plural(kept, { one: '# departure kept its own drivers', other: '# departures kept their own drivers' })
          : '',
        missing > 0 ? plural(missing, { one: "# driver wasn't free", other: "# drivers weren't free" }) : '',
      ]
        .filter(Boolean)
        .join('. '),
    );
  };
  return (
    <>
      <Button className="sm:ml-auto" icon={<CopyPlus aria-hidden="true" />} onClick={() => setAsking(true)}>
        <Trans>Copy to next week</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        title={<Trans>Copy to next week?</Trans>}
        description={t`The drivers that you set for single dates of this week also drive in ${week}. Dates there that already have their own drivers keep them.`}
        confirm={<Trans>Copy week</Trans>}
        onCancel={() => setAsking(false)}
        onConfirm={copy}
      />
    </>
  );
}
