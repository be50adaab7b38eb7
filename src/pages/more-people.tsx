import { useLingui } from '@lingui/react/macro';
import { MorePeople } from '@/features/booking/tickets/more-people/MorePeople';
import { morePeopleQuery } from '@/features/booking/tickets/more-people/queries';
import { ChangePage } from '@/features/booking/tickets/paid-changes/ChangePage';

export default function MorePeoplePage() {
  const { t } = useLingui();
  return (
    <ChangePage title={t`More people`} query={morePeopleQuery}>
      {(props) => <MorePeople {...props} />}
    </ChangePage>
  );
}
