import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, Clock3, MapPin, MessageCircle, TriangleAlert, UserCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { calendarDate, formatTime } from '@/lib/dates';
import { parseImage } from '@/lib/media';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Poster } from '@/ui/Poster';
import { GuestList } from './GuestList';
import type { Group } from './queries';

function Fact({ icon, warn = false, children }: { icon: ReactNode; warn?: boolean; children: ReactNode }) {
  return (
    <li className={cx('flex min-w-0 items-center gap-1.5 [&>svg]:size-4 [&>svg]:flex-none', warn && 'text-warn-text')}>
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

/** When, where, and how far it has come: read at a glance, standing at the dock. */
function Facts({ group, begun }: { group: Group; begun: boolean }) {
  const { arrived, guests, missed, unpaid, cancelled } = group;
  return (
    <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
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
    </ul>
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
  const id = useId();
  const [open, setOpen] = useState(false);
  const begun = group.service_date <= calendarDate(group.time_zone);
  return (
    <article
      aria-labelledby={`${id}-title`}
      className="card overflow-hidden [contain-intrinsic-size:auto_10.5rem] [content-visibility:auto] sm:[contain-intrinsic-size:auto_7rem]"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-4 sm:p-5">
        {group.image && (
          <Poster
            picture={parseImage(group.image)}
            alt=""
            sizes="6rem"
            className="hidden h-16 w-24 flex-none rounded-sm sm:block"
          />
        )}
        <div className="flex min-w-0 flex-1 basis-64 items-start justify-between gap-4">
          <div className="min-w-0">
            <h3 id={`${id}-title`} className="text-lg leading-snug font-bold [overflow-wrap:anywhere]">
              {group.title}
            </h3>
            <Facts group={group} begun={begun} />
          </div>
          <p className="flex-none text-center leading-none">
            <strong className="nums block text-2xl font-bold">{group.guests}</strong>
            <span className="text-sm text-ink-2">{plural(group.guests, { one: 'guest', other: 'guests' })}</span>
          </p>
        </div>
        <div className="flex w-full gap-2 sm:w-auto">
          <Button className="flex-1" icon={<MessageCircle aria-hidden="true" />} onClick={onMessage}>
            <Trans>Message Group</Trans>
          </Button>
          <button
            type="button"
            className="icon-btn icon-btn-line"
            aria-expanded={open}
            aria-controls={`${id}-guests`}
            aria-label={open ? t`Hide guests` : t`Show guests`}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown aria-hidden="true" className={cx('transition-transform', open && 'rotate-180')} />
          </button>
        </div>
      </div>
      <div id={`${id}-guests`} hidden={!open} className="border-t border-line bg-surface-2 p-3 sm:p-4">
        {open && <GuestList userId={userId} departureId={group.departure_id} open={begun} />}
      </div>
    </article>
  );
}
