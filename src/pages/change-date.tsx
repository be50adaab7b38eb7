import { useLingui } from '@lingui/react/macro';
import { ChangeDate } from '@/features/booking/tickets/change-date/ChangeDate';
import { dateChangesQuery } from '@/features/booking/tickets/change-date/queries';
import { ChangePage } from '@/features/booking/tickets/paid-changes/ChangePage';

export default function ChangeDatePage() {
  const { t } = useLingui();
  return (
    <ChangePage title={t`Change the date`} query={dateChangesQuery}>
      {(props) => <ChangeDate {...props} />}
    </ChangePage>
  );
}
