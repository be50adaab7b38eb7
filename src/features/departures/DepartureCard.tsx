import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, TriangleAlert, UserCheck } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { type ArrivalPhase, type ArrivalWindow, arrivalNote, arrivalPhase } from '@/features/booking/check-in/arrival';
import { calendarDate } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { parseImage } from '@/lib/media/media';
import { cx } from '@/ui/cx';
import { Poster } from '@/ui/media/Poster';

interface FactProps {
  icon: ReactNode;
  warn?: boolean;
  children: ReactNode;
}

/** One of the facts under a departure's title. */
export function Fact({ icon, warn = false, children }: FactProps) {
  return (
    <li className={cx('flex min-w-0 items-center gap-1.5 [&>svg]:size-4 [&>svg]:flex-none', warn && 'text-warn-text')}>
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

/** A departure of either kind with its numbers. */
interface Departure extends ArrivalWindow {
  title: string;
  image: string | null;
  service_date: string;
  arrived: number;
  missed: number;
  unpaid: number;
  cancelled: number;
}

interface Props {
  departure: Departure;
  /** What it is called by a screen reader; unset: its title. */
  label?: string;
  people: number;
  /** What is counted. */
  counted: string;
  /** When, where and by whom: items of a list, each a `Fact`. */
  facts: ReactNode;
  /** A last `Fact`, before the cancelled ones. */
  warning?: ReactNode;
  /** Beside the button that opens it. */
  actions?: ReactNode;
  show: string;
  hide: string;
  /** Its passengers, asked for and drawn once it is opened. `phase`: what can be set of their arrivals now. */
  children: (phase: ArrivalPhase) => ReactNode;
}

/** How far it has come: who is here, who has not paid, who has cancelled. */
function Progress({
  departure,
  people,
  begun,
  warning,
}: Pick<Props, 'departure' | 'people' | 'warning'> & { begun: boolean }) {
  const { arrived, missed, unpaid, cancelled } = departure;
  return (
    <>
      {(begun || arrived + missed > 0) && people > 0 && (
        <Fact icon={<UserCheck aria-hidden="true" />}>
          <Trans>
            {arrived} of {people} checked in
          </Trans>
          {missed > 0 && <span>{`, ${plural(missed, { one: '# no show', other: '# no shows' })}`}</span>}
        </Fact>
      )}
      {unpaid > 0 && (
        <Fact warn icon={<TriangleAlert aria-hidden="true" />}>
          {plural(unpaid, { one: '# payment pending', other: '# payments pending' })}
        </Fact>
      )}
      {warning}
      {cancelled > 0 && <li>{plural(cancelled, { one: '# cancelled', other: '# cancelled' })}</li>}
    </>
  );
}

function Summary({ departure, people, counted, facts, begun, warning }: Props & { begun: boolean }) {
  return (
    <div className="flex min-w-0 flex-1 basis-64 items-start justify-between gap-4">
      <div className="min-w-0">
        <h3 className="text-lg leading-snug font-bold [overflow-wrap:anywhere]">{departure.title}</h3>
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          {facts}
          <Progress departure={departure} people={people} begun={begun} warning={warning} />
        </ul>
      </div>
      <p className="flex-none text-center leading-none">
        <strong className="nums block text-2xl font-bold">{people}</strong>
        <span className="text-sm text-ink-2">{counted}</span>
      </p>
    </div>
  );
}

/** One departure of the day: read at a glance, standing at the dock. Out of sight it is not drawn. */
export function DepartureCard(props: Props) {
  const { departure, label, actions, show, hide, children } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  // The tap is answered at once; what is in it is drawn after that.
  const filled = useDeferredValue(open);
  const { title, image } = departure;
  const now = useNow();
  const phase = arrivalPhase(departure, now);
  const note = arrivalNote(departure, phase);
  const begun = departure.service_date <= calendarDate(departure.time_zone, 0, now);
  return (
    <article
      aria-label={label ?? title}
      className="card overflow-hidden [contain-intrinsic-size:auto_12rem] [content-visibility:auto] sm:[contain-intrinsic-size:auto_7.5rem]"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-4 sm:p-5">
        {image && (
          <Poster
            picture={parseImage(image)}
            alt=""
            sizes="6rem"
            className="hidden h-16 w-24 flex-none rounded-sm sm:block"
          />
        )}
        <Summary {...props} begun={begun} />
        <div className="flex w-full justify-end gap-2 sm:w-auto">
          {actions}
          <button
            type="button"
            className="icon-btn icon-btn-line"
            aria-expanded={open}
            aria-controls={id}
            aria-label={open ? hide : show}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown aria-hidden="true" className={cx('transition-transform', open && 'rotate-180')} />
          </button>
        </div>
      </div>
      <div id={id} hidden={!open} className="min-h-24 border-t border-line bg-surface-2 p-3 sm:p-4">
        {filled && note && <p className="mb-3 text-sm text-ink-2">{note}</p>}
        {filled && children(phase)}
      </div>
    </article>
  );
}
