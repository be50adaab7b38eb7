import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  Ban,
  CalendarCheck,
  CalendarDays,
  CalendarX2,
  ClockAlert,
  MessageCircle,
  Printer,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { DepartureStateNotice } from '@/features/departures/cancelling/DepartureStateNotice';
import type { DepartureState } from '@/features/departures/cancelling/queries';
import { assignDriverLink } from '@/features/departures/shuttle/assign-driver';
import type { DepartureHead as Head, TerritoryBooking } from '@/features/management/bookings/queries';
import { WHO_GUIDES } from '@/features/management/experiences/sections';
import { formatDay, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths, withQuery } from '@/lib/routing/paths';
import { Badge, StatusBadge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { RowActions } from '@/ui/table/RowActions';

interface Props {
  territoryId: string;
  /** Any booking of the departure. */
  row: TerritoryBooking;
  head: Head | undefined;
  /** True if the list shows several days. */
  dated: boolean;
  /** True if the departure is today or later, so that sales can be closed. */
  ahead: boolean;
  /** True if the departure has left, so that it can't be cancelled. */
  departed: boolean;
  tick: ReactNode;
  onMessage: () => void;
  onClose: (closed: boolean) => void;
  onCancel: () => void;
  /** Announces a delay. Undefined if that isn't possible now. */
  onDelay: (() => void) | undefined;
  /** Whether the departure is cancelled, late or below its minimum. */
  state: DepartureState | undefined;
  timeZone: string;
  onChanged: () => Promise<unknown>;
}

/** Returns the service's calendar on that day, with its seats, times and guides. */
const calendarOf = ({ kind, service_id, booking_date: day }: TerritoryBooking): string =>
  withQuery((kind === 'transport' ? paths.editTransport : paths.editExperience)(service_id), { tab: 'calendar', day });

/**
 * Shows for example '7:00 AM River Canyon, 9 of 12, Elmer, 4 here', with actions for all bookings of the departure.
 */
export function DepartureHead(props: Props) {
  const {
    territoryId,
    row,
    head,
    dated,
    ahead,
    departed,
    tick,
    onMessage,
    onClose,
    onCancel,
    onDelay,
    state,
    timeZone,
    onChanged,
  } = props;
  const cancelled = state?.status === 'cancelled';
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-x-3 lg:flex-none lg:basis-96">
        {tick}
        <p className="min-w-0 text-[.9375rem]">
          {dated && <span className="nums mr-2 inline-block text-ink-2">{formatDay(row.booking_date)}</span>}
          {/* As blocks, so that the line may break before the title. */}
          {row.start_time && (
            <strong className="nums mr-2 inline-block font-bold whitespace-nowrap">{formatTime(row.start_time)}</strong>
          )}
          <strong className="font-semibold" lang={row.untranslated?.title}>
            {row.title}
          </strong>
        </p>
      </div>
      {head && <Numbers head={head} />}
      {head && <Leaders row={row} head={head} cancelled={cancelled} />}
      <div className="ml-auto flex items-center gap-1">
        {head && (
          <Actions
            territoryId={territoryId}
            row={row}
            head={head}
            ahead={ahead && !cancelled}
            departed={departed || cancelled}
            onMessage={onMessage}
            onClose={onClose}
            onCancel={onCancel}
            onDelay={cancelled ? undefined : onDelay}
          />
        )}
      </div>
      {state && (
        <DepartureStateNotice
          className="w-full pb-2"
          state={state}
          about={`${row.title}, ${formatDay(row.booking_date)}`}
          timeZone={timeZone}
          onChanged={onChanged}
        />
      )}
    </div>
  );
}

function Numbers({ head }: { head: Head }) {
  const { people, capacity, arrived, missed, closed, private: isPrivate, to_collect: due } = head;
  const amount = formatMoney(due, head.currency_symbol);
  const share = (count: number) => ({ inlineSize: `${capacity > 0 ? Math.min(100, (100 * count) / capacity) : 0}%` });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:min-w-56">
      <span aria-hidden="true" className="seat-bar max-sm:hidden">
        <i style={share(people)} />
        <i style={share(arrived)} />
      </span>
      <span className="nums whitespace-nowrap text-ink-2">
        <Trans>
          <b className="text-ink">{people}</b> of {capacity}
        </Trans>
      </span>
      {isPrivate ? (
        <Badge key="private">
          <span>
            <Trans>Private</Trans>
          </span>
        </Badge>
      ) : (
        people >= capacity && (
          <Badge key="full">
            <span>
              <Trans>Full</Trans>
            </span>
          </Badge>
        )
      )}
      {closed && (
        <Badge tone="warn">
          <span>
            <Trans>Closed</Trans>
          </span>
        </Badge>
      )}
      {arrived > 0 && (
        <StatusBadge status="checked_in">
          <span>
            <Trans>
              {arrived} of {people} here
            </Trans>
          </span>
        </StatusBadge>
      )}
      {due > 0 && (
        <span className="nums font-semibold text-st-ordered-text">
          <Trans>Collect {amount}</Trans>
        </span>
      )}
      {missed > 0 && (
        <StatusBadge status="no_show">
          <span>
            <Plural value={missed} one="# no-show" other="# no-shows" />
          </span>
        </StatusBadge>
      )}
    </div>
  );
}

interface LeadersProps {
  row: TerritoryBooking;
  head: Head;
  cancelled: boolean;
}

/**
 * Shows who leads a departure, or a link to the place where someone can be assigned. Cancelled departures don't
 * need anyone.
 */
function Leaders({ row, head, cancelled }: LeadersProps) {
  const { hasRole } = useSession();
  const { leaders, people } = head;
  if (leaders.length > 0) return <span className="text-ink-2 wrap-anywhere">{leaders.join(', ')}</span>;
  if (people === 0 || cancelled) return null;
  const missing = row.kind === 'transport' ? <Trans>No driver</Trans> : <Trans>No guide</Trans>;
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-warn-text">
      <TriangleAlert aria-hidden="true" className="size-4 flex-none" />
      <span>{missing}</span>
      <Link
        className="inline-flex min-h-11 items-center underline underline-offset-4"
        to={
          row.kind === 'transport'
            ? assignDriverLink(hasRole('shuttle_manager'), head.slot_id, row.booking_date)
            : paths.editExperience(row.service_id) + WHO_GUIDES
        }
      >
        {row.kind === 'transport' ? <Trans>Assign driver</Trans> : <Trans>Assign guide</Trans>}
      </Link>
    </span>
  );
}

function Actions({
  row,
  head,
  ahead,
  departed,
  onMessage,
  onClose,
  onCancel,
  onDelay,
  territoryId,
}: Pick<Props, 'territoryId' | 'row' | 'ahead' | 'departed' | 'onMessage' | 'onClose' | 'onCancel' | 'onDelay'> & {
  head: Head;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { title } = row;
  return (
    <>
      {head.bookings > 0 && (
        <Button
          size="sm"
          variant="ghost"
          icon={<MessageCircle aria-hidden="true" />}
          aria-label={t`Message Group: ${title}`}
          onClick={onMessage}
        >
          <span className="max-lg:sr-only">
            <Trans>Message Group</Trans>
          </span>
        </Button>
      )}
      <RowActions
        actions={[
          {
            label: t`Calendar for ${title}`,
            short: t`Seats and calendar`,
            icon: <CalendarDays aria-hidden="true" />,
            onSelect: () => void navigate(calendarOf(row)),
          },
          {
            label: t`Guest list of ${title}`,
            short: t`Guest list`,
            icon: <Printer aria-hidden="true" />,
            onSelect: () =>
              void navigate(paths.guestList(head.slot_id, row.booking_date, 'territory_staff', territoryId)),
          },
          ...(ahead
            ? [
                {
                  label: head.closed ? t`Open ${title}` : t`Close ${title}`,
                  short: head.closed ? t`Open for bookings` : t`Close for new bookings`,
                  icon: head.closed ? <CalendarCheck aria-hidden="true" /> : <Ban aria-hidden="true" />,
                  onSelect: () => onClose(!head.closed),
                },
              ]
            : []),
          ...(onDelay
            ? [
                {
                  label: t`Announce delay: ${title}`,
                  short: t`Announce delay`,
                  icon: <ClockAlert aria-hidden="true" />,
                  onSelect: onDelay,
                },
              ]
            : []),
          ...(departed
            ? []
            : [
                {
                  label: t`Cancel departure: ${title}`,
                  short: t`Cancel departure`,
                  icon: <CalendarX2 aria-hidden="true" />,
                  tone: 'danger' as const,
                  onSelect: onCancel,
                },
              ]),
        ]}
      />
    </>
  );
}
