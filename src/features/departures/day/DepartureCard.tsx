import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ChevronDown, TriangleAlert, UserCheck } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import type { Condition } from '@/features/catalogue/conditions/queries';
import { type ArrivalPhase, arrivalNote, arrivalPhase } from '@/features/dock/check-in/arrival';
import { calendarDate, halvesOf } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/use-now';
import { parseImage } from '@/lib/media/media';
import { readJson, writeJson } from '@/lib/storage/storage';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import { lazyPart } from '@/ui/loading/lazy-part';
import { Poster } from '@/ui/media/Poster';
import { Count } from './Count';
import type { Departure } from './queries';

const ConditionList = lazyPart(() => import('@/features/catalogue/conditions/ConditionList'));

/**
 * How long a departure stays open after it was last used, even if another one is next by then or the page is
 * reloaded.
 */
const WORKED_MS = 30 * 60_000;

const WORKED = 'territorio-worked-departures';
type Worked = Record<string, number>;
const isWorked = (value: unknown): value is Worked =>
  typeof value === 'object' && value !== null && Object.values(value).every((at) => typeof at === 'number');

/** When each departure was last used on this device. */
const readWorked = (): Worked => readJson('local', WORKED, isWorked) ?? {};

/** Null means that the user closed the departure. */
function writeWorked(key: string, at: number | null): void {
  const recent = Object.entries(readWorked()).filter(([one, was]) => one !== key && was > Date.now() - WORKED_MS);
  writeJson('local', WORKED, Object.fromEntries(at === null ? recent : [...recent, [key, at]]));
}

interface FactProps {
  icon: ReactNode;
  warn?: boolean;
  good?: boolean;
  children: ReactNode;
}

/** Shows a fact below a departure's title. */
export function Fact({ icon, warn = false, good = false, children }: FactProps) {
  return (
    <li
      className={cx(
        'flex min-w-0 items-center gap-1.5 [&_a]:relative [&_a]:z-1 [&>svg]:size-4 [&>svg]:flex-none',
        warn && 'text-warn-text',
        good && 'font-semibold text-success-text',
      )}
    >
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

interface Props {
  departure: Departure;
  label: string;
  hour: string | null;
  /** The next departure opens automatically. */
  isNext?: boolean;
  /** The departure of the booking that the address asks for starts open. */
  opened?: boolean;
  /** Describes what the numbers count. */
  counted: string;
  /** The place and the guide or driver, as list items with one `Fact` each. */
  facts: ReactNode;
  /** A last `Fact`, shown before the one about cancelled bookings. */
  warning?: ReactNode;
  /** Shown beside the card's toggle. */
  actions?: ReactNode;
  /** Shown below the heading if the departure is cancelled or below its minimum. */
  notice?: ReactNode;
  /** The travel alerts that affect the departure. */
  conditions?: readonly Condition[];
  show: string;
  hide: string;
  /** Renders the passengers once the card is open. `phase` says which arrivals can be set now. */
  children: (phase: ArrivalPhase) => ReactNode;
}

interface ProgressProps extends Pick<Props, 'departure' | 'warning'> {
  begun: boolean;
  /** True if the open card shows the arrivals and the cash below. */
  counted: boolean;
}

/** Shows how many have arrived and were cancelled, and the cash to collect or, in two currencies, the unpaid bookings. */
function Progress({ departure, begun, counted, warning }: ProgressProps) {
  const { t } = useLingui();
  const { people, arrived, missed, unpaid, cancelled, to_collect, currency_symbol } = departure;
  const came = t`${arrived} of ${people} here`;
  const amount = formatMoney(to_collect, currency_symbol);
  const absent = plural(missed, { one: '# no-show', other: '# no-shows' });
  return (
    <>
      {(counted ? missed > 0 : (begun || arrived + missed > 0) && people > 0) && (
        <Fact good={arrived === people} icon={<UserCheck aria-hidden="true" />}>
          <Fresh>{[!counted && came, missed > 0 && absent].filter(Boolean).join(', ')}</Fresh>
        </Fact>
      )}
      {!counted && (to_collect > 0 || unpaid > 0) && (
        <Fact warn icon={<TriangleAlert aria-hidden="true" />}>
          <Fresh>
            {to_collect > 0
              ? t`${amount} to collect`
              : plural(unpaid, { one: '# payment pending', other: '# payments pending' })}
          </Fresh>
        </Fact>
      )}
      {warning}
      {cancelled > 0 && (
        <li>
          <Fresh>{plural(cancelled, { one: '# cancelled', other: '# cancelled' })}</Fresh>
        </li>
      )}
    </>
  );
}

/** The time is the largest text, because people look for it. */
function Hour({ hour, large }: { hour: string; large: boolean }) {
  const [time, half] = halvesOf(hour);
  return (
    <p
      className={cx(
        'nums flex flex-wrap items-baseline gap-1.5 leading-none font-extrabold',
        large ? 'w-full text-[min(4.5rem,18vw)]' : 'text-3xl',
      )}
    >
      {time}
      <small className={cx('font-bold text-ink-2', large ? 'text-[min(1.25rem,8vw)]' : 'text-base')}>{half}</small>
    </p>
  );
}

function Summary({ departure, hour, counted, facts, begun, warning, open }: Props & { begun: boolean; open: boolean }) {
  return (
    <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-4">
      {hour && open && <Hour hour={hour} large />}
      <div className="min-w-0 flex-1 basis-40">
        {hour && !open && <Hour hour={hour} large={false} />}
        <h3
          lang={departure.untranslated?.title}
          className={cx('leading-snug font-bold [overflow-wrap:anywhere]', open ? 'mt-2 text-xl' : 'mt-1 text-lg')}
        >
          {departure.title}
        </h3>
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          {facts}
          <Progress departure={departure} begun={begun} counted={open && begun} warning={warning} />
        </ul>
      </div>
      <p className="ml-auto text-center leading-none">
        <strong className="nums block text-2xl font-bold">
          <Fresh>{String(departure.people)}</Fresh>
        </strong>
        <Fresh className="text-sm text-ink-2">{counted}</Fresh>
      </p>
    </div>
  );
}

/** Shows a departure so that it can be read at a glance. It isn't rendered while off screen. */
export function DepartureCard(props: Props) {
  const {
    departure,
    label,
    isNext = false,
    opened = false,
    actions,
    notice,
    conditions = [],
    show,
    hide,
    children,
  } = props;
  const id = useId();
  // Opened and closed by the clock until someone does; not while it is being worked in.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const key = `${departure.slot_id} ${departure.service_date}`;
  const [worked, setWorked] = useState(() => readWorked()[key] ?? Number.NEGATIVE_INFINITY);
  const now = useNow();
  const open = chosen ?? (isNext || opened || now.getTime() < worked + WORKED_MS);
  const stay = () => {
    setWorked(Date.now());
    writeWorked(key, Date.now());
  };
  const choose = (next: boolean) => {
    setChosen(next);
    writeWorked(key, next ? Date.now() : null);
  };
  // The button responds first, and the content renders after it.
  const filled = useDeferredValue(open);
  const { image } = departure;
  const phase = arrivalPhase(departure, now);
  const note = arrivalNote(departure, phase);
  const begun = departure.service_date <= calendarDate(departure.time_zone, 0, now);
  return (
    <article
      aria-label={label}
      className={cx(
        'card overflow-clip',
        !open &&
          '[contain-intrinsic-height:auto_12rem] [content-visibility:auto] sm:[contain-intrinsic-height:auto_7.5rem]',
      )}
    >
      <div className="relative flex flex-wrap items-center gap-x-5 gap-y-3 p-4 hover:bg-surface-2 sm:p-5">
        {image && !open && (
          <Poster
            picture={parseImage(image)}
            alt=""
            sizes="6rem"
            className="hidden h-16 w-24 flex-none rounded-sm sm:block"
          />
        )}
        <Summary {...props} begun={begun} open={open} />
        {/* On a phone, all actions start at the same place as the title. The negative margin makes up for the
            padding of buttons without a border. */}
        <div className="-ml-3 flex w-[calc(100%+0.75rem)] flex-wrap items-center gap-1 sm:ml-0 sm:w-auto sm:justify-end sm:gap-2 [&>*:not([aria-expanded])]:z-1">
          {/* The whole heading opens the card, and is kept away from the button that cancels. */}
          <button
            type="button"
            className="btn btn-ghost btn-sm after:absolute after:inset-0 max-sm:basis-full max-sm:justify-start sm:mr-auto"
            aria-expanded={open}
            aria-controls={id}
            aria-label={open ? hide : show}
            onClick={() => choose(!open)}
          >
            <span>{open ? hide : show}</span>
            <ChevronDown aria-hidden="true" className={cx('transition-transform', open && 'rotate-180')} />
          </button>
          {actions}
        </div>
      </div>
      {conditions.length > 0 && (
        <div className="border-t border-line px-4 py-3 sm:px-5">
          <ConditionList conditions={conditions} />
        </div>
      )}
      {notice && <div className="border-t border-line px-4 py-3 sm:px-5">{notice}</div>}
      {/* Presses in a dialog opened from here also count as using the departure. */}
      <div id={id} hidden={!open} className="min-h-24 bg-surface-2" onClickCapture={stay} onFocusCapture={stay}>
        {filled && begun && <Count departure={departure} />}
        <div className="p-2 sm:p-4">
          {filled && note && <p className="mb-3 px-2 text-sm text-ink-2">{note}</p>}
          {filled && children(phase)}
        </div>
      </div>
    </article>
  );
}
