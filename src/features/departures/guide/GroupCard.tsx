import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Clock3, MapPin, MessageCircle, TriangleAlert, UserCheck } from 'lucide-react';
import { DepartureCard, Fact } from '@/features/departures/DepartureCard';
import { calendarDate, formatTime } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { GuestList } from './GuestList';
import type { Group } from './queries';

/** When, where, and how far it has come: read at a glance, standing at the dock. */
function Facts({ group, begun }: { group: Group; begun: boolean }) {
  const { arrived, guests, missed, unpaid, cancelled } = group;
  return (
    <>
      <Fact icon={<Clock3 aria-hidden="true" />}>{formatTime(group.start_time)}</Fact>
      {group.meeting_point && <Fact icon={<MapPin aria-hidden="true" />}>{group.meeting_point}</Fact>}
      {(begun || arrived + missed > 0) && (
        <Fact icon={<UserCheck aria-hidden="true" />}>
          <Trans>
            {arrived} of {guests} checked in
          </Trans>
          {missed > 0 && `, ${plural(missed, { one: '# no show', other: '# no shows' })}`}
        </Fact>
      )}
      {unpaid > 0 && (
        <Fact warn icon={<TriangleAlert aria-hidden="true" />}>
          {plural(unpaid, { one: '# payment pending', other: '# payments pending' })}
        </Fact>
      )}
      {cancelled > 0 && <li>{plural(cancelled, { one: '# cancelled', other: '# cancelled' })}</li>}
    </>
  );
}

interface Props {
  userId: string;
  group: Group;
  onMessage: () => void;
}

/** One departure. Its guests are asked for and drawn once it is opened. */
export function GroupCard({ userId, group, onMessage }: Props) {
  const { t } = useLingui();
  const begun = group.service_date <= calendarDate(group.time_zone);
  return (
    <DepartureCard
      title={group.title}
      image={group.image}
      facts={<Facts group={group} begun={begun} />}
      count={group.guests}
      counted={plural(group.guests, { one: 'guest', other: 'guests' })}
      actions={
        <Button className="flex-1" icon={<MessageCircle aria-hidden="true" />} onClick={onMessage}>
          <Trans>Message Group</Trans>
        </Button>
      }
      show={t`Show guests`}
      hide={t`Hide guests`}
    >
      {() => <GuestList userId={userId} departureId={group.departure_id} open={begun} />}
    </DepartureCard>
  );
}
