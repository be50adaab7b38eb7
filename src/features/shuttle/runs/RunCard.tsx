import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, ChevronDown, Clock3, IdCard, MapPin, TriangleAlert, UserCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { calendarDate, formatLongDate, formatTime } from '@/lib/dates';
import { parseImage } from '@/lib/media';
import { cx } from '@/ui/cx';
import { Poster } from '@/ui/Poster';
import type { Run } from './queries';

function Item({ icon, warn = false, children }: { icon: ReactNode; warn?: boolean; children: ReactNode }) {
  return (
    <li className={cx('flex min-w-0 items-center gap-1.5 [&>svg]:size-4 [&>svg]:flex-none', warn && 'text-warn-text')}>
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

/** When, from where, by whom, and how far it has come. */
function Facts({ run, begun }: { run: Run; begun: boolean }) {
  const { arrived, passengers, missed, unpaid, cancelled, drivers, closed } = run;
  return (
    <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {run.has_time && <Item icon={<Clock3 aria-hidden="true" />}>{formatTime(run.start_time)}</Item>}
      <Item icon={<MapPin aria-hidden="true" />}>{run.pickup_location}</Item>
      {drivers.length > 0 ? (
        <Item icon={<IdCard aria-hidden="true" />}>{drivers.join(', ')}</Item>
      ) : (
        <Item warn icon={<TriangleAlert aria-hidden="true" />}>
          <Trans>No driver assigned</Trans>
        </Item>
      )}
      {(begun || arrived + missed > 0) && passengers > 0 && (
        <Item icon={<UserCheck aria-hidden="true" />}>
          <Trans>
            {arrived} of {passengers} checked in
          </Trans>
          {missed > 0 && `, ${plural(missed, { one: '# no show', other: '# no shows' })}`}
        </Item>
      )}
      {unpaid > 0 && (
        <Item warn icon={<TriangleAlert aria-hidden="true" />}>
          {plural(unpaid, { one: '# payment pending', other: '# payments pending' })}
        </Item>
      )}
      {closed && (
        <Item warn icon={<Ban aria-hidden="true" />}>
          <Trans>Closed: no new bookings on this day</Trans>
        </Item>
      )}
      {cancelled > 0 && <li>{plural(cancelled, { one: '# cancelled', other: '# cancelled' })}</li>}
    </ul>
  );
}

interface Props {
  run: Run;
  /** Beside the button that opens it. */
  actions?: ReactNode;
  /** Drawn once it is opened. `begun`: its day has come, and passengers may be checked in. */
  children: (begun: boolean) => ReactNode;
}

/** One departure. Its passengers are asked for and drawn once it is opened. */
export function RunCard({ run, actions, children }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [open, setOpen] = useState(false);
  const begun = run.service_date <= calendarDate(run.time_zone);
  const date = formatLongDate(run.service_date);
  return (
    <article
      aria-label={`${run.title}, ${date}`}
      className="card overflow-hidden [contain-intrinsic-size:auto_13.5rem] [content-visibility:auto] sm:[contain-intrinsic-size:auto_7.5rem]"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-4 sm:p-5">
        {run.image && (
          <Poster
            picture={parseImage(run.image)}
            alt=""
            sizes="6rem"
            className="hidden h-16 w-24 flex-none rounded-sm sm:block"
          />
        )}
        <div className="flex min-w-0 flex-1 basis-64 items-start justify-between gap-4">
          <div className="min-w-0">
            <h3 className="text-lg leading-snug font-bold [overflow-wrap:anywhere]">{run.title}</h3>
            <Facts run={run} begun={begun} />
          </div>
          <p className="flex-none text-center leading-none">
            <strong className="nums block text-2xl font-bold">{run.passengers}</strong>
            <span className="text-sm text-ink-2">
              {plural(run.passengers, { one: 'passenger', other: 'passengers' })}
            </span>
          </p>
        </div>
        <div className="flex w-full justify-end gap-2 sm:w-auto">
          {actions}
          <button
            type="button"
            className="icon-btn icon-btn-line"
            aria-expanded={open}
            aria-controls={`${id}-passengers`}
            aria-label={open ? t`Hide passengers` : t`Show passengers`}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown aria-hidden="true" className={cx('transition-transform', open && 'rotate-180')} />
          </button>
        </div>
      </div>
      <div id={`${id}-passengers`} hidden={!open} className="border-t border-line bg-surface-2 p-3 sm:p-4">
        {open && children(begun)}
      </div>
    </article>
  );
}
