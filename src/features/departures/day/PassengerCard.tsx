import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { QueryKey } from '@tanstack/react-query';
import { MessageCircle, PhoneCall, StickyNote } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ViewPassports } from '@/features/booking/passport/ViewPassports';
import { isPartHere, type Party, stillToCome } from '@/features/booking/tickets/arrived';
import { CheckInBadge } from '@/features/booking/tickets/badges';
import { partyText } from '@/features/booking/tickets/party-text';
import { canCheckIn, isCardAuthorised, isCashDue } from '@/features/booking/tickets/transitions';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { type ArrivalPhase, UNDO_MINUTES } from '@/features/dock/check-in/arrival';
import { useReports } from '@/features/dock/offline/queue';
import { ReportNote } from '@/features/dock/offline/ReportNote';
import { withReports } from '@/features/dock/offline/report';
import { formatHour } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { callLink } from '@/lib/format/phone';
import { useNow } from '@/lib/hooks/use-now';
import { paths } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { cx } from '@/ui/cx';
import { CheckInButtons, CheckInFailure, Tick } from './CheckInButtons';
import { PaymentBadge } from './PaymentBadge';
import { useCheckIn } from './use-check-in';

const UNDO_MS = UNDO_MINUTES * 60_000;

/** The look of a link in a card. It has its own line on touch screens, and less space with a mouse. */
export const cardLink =
  'inline-flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 underline decoration-line-strong underline-offset-4 sm:min-h-9';

interface Props {
  departureId?: string | undefined;
  booking: Party & {
    id: string;
    payment_status: string;
    payment_method: string;
    checked_in_at?: string | null;
  };
  /** The names of the party in order, if known. */
  names?: readonly (string | null | undefined)[];
  name: string;
  /** Shown below the name, with the number of people and the hotel. */
  note: string;
  /** The team's tags and notes of the booking. */
  tags?: readonly string[] | undefined;
  teamNotes?: readonly string[] | undefined;
  /** The cash due, or null if the reader may not know it. */
  amount: number | null;
  symbol: string | null | undefined;
  /** The content of the open row. */
  details?: ReactNode;
  /** True if the row starts open on a desktop. */
  opened?: boolean;
  /** The contact details, or null if there are none. */
  contact: ReactNode;
  /** The positions of the passport photos that exist. */
  passports: number[];
  /** Which arrivals can be set now. */
  phase: ArrivalPhase;
  timeZone: string;
  canUndo: boolean;
  /** The key of the booking's list and counts, which are refetched. */
  list: QueryKey;
  all: QueryKey;
}

/** Shows a booking as a row with name, people, payment and arrival. A tap opens its details. */
export function PassengerCard(props: Props) {
  const { departureId, name, amount, phase, list, all, timeZone } = props;
  const reports = useReports().filter(({ report }) => report.booking_id === props.booking.id);
  const waiting = reports.filter(({ state }) => state === 'waiting').map(({ report }) => report);
  const booking = withReports(props.booking, waiting);
  const last = waiting.at(-1);
  const now = useNow();
  // An action that wasn't sent yet can be undone like any other.
  const justSet =
    last && ['checked_in', 'no_show'].includes(last.action) && now.getTime() < Date.parse(last.at) + UNDO_MS;
  const undoable = waiting.length > 0 ? Boolean(justSet) : props.canUndo;
  const id = useId();
  const [more, setMore] = useState(props.opened ?? false);
  const opener = useRef<HTMLButtonElement>(null);
  // The clicked button disappears, so the row takes the focus.
  const checkIn = useCheckIn({
    bookingId: booking.id,
    departureId,
    party: booking,
    list,
    all,
    onDone: () => opener.current?.focus(),
  });
  const part = isPartHere(booking);
  const waits = part || canCheckIn(booking.status, booking.check_in_status);
  const within = phase === 'boarding' || phase === 'left';
  const arrived = booking.check_in_status === 'checked_in';
  const cash = isCashDue(booking) ? amount : null;
  const due = within && cash !== null ? { amount: cash, text: formatMoney(cash, props.symbol) } : null;
  const at = arrived && booking.checked_in_at ? formatHour(booking.checked_in_at, timeZone) : null;
  return (
    <>
      {/* With large text the button moves below the name, so that the name keeps its space. */}
      <div className="flex min-h-18 flex-wrap items-center gap-2 px-[min(.75rem,3.75vw)] py-2 sm:gap-3 sm:px-4">
        <h4 className="min-w-0 flex-1 basis-28">
          <button
            ref={opener}
            type="button"
            aria-expanded={more}
            aria-controls={id}
            className="block min-h-14 w-full text-left"
            onClick={() => setMore(!more)}
          >
            <span className={cx('block text-lg leading-6 [overflow-wrap:anywhere]', waits && 'font-bold')}>
              <bdi>{name}</bdi>
            </span>
            <span className="block text-sm text-ink-2 [overflow-wrap:anywhere]">
              {props.note}
              {part && <strong className="nums text-success-text">{`, ${partyText(booking)}`}</strong>}
              {at && <span className="nums">, {at}</span>}
            </span>
            <Tags tags={props.tags ?? []} notes={props.teamNotes?.length ?? 0} />
          </button>
        </h4>
        <span className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2 sm:gap-3" role="status">
          <PaymentBadge
            status={booking.payment_status}
            amount={amount}
            symbol={props.symbol}
            cash={booking.payment_method === 'cash'}
            authorised={isCardAuthorised(booking)}
          />
          <Tick
            name={name}
            status={booking.check_in_status}
            open={waits && within}
            due={due?.amount ?? null}
            checkIn={checkIn}
            onAsk={() => setMore(true)}
          />
        </span>
      </div>
      <div className="px-3 sm:px-4">
        <CheckInFailure checkIn={checkIn} waits={waits || arrived} timeZone={timeZone} />
        <ReportNote reports={reports} />
        {/* The undo is close to the button that was just tapped. */}
        {undoable && !more && (
          <div className="pb-3">
            <CheckInButtons name={name} open={false} canMiss={false} due={null} canUndo checkIn={checkIn} />
          </div>
        )}
      </div>
      <div
        id={id}
        hidden={!more}
        className="grid grid-cols-1 gap-3 bg-surface-2 px-[min(.75rem,3.75vw)] pt-2 pb-4 sm:px-4"
      >
        {more && (
          <>
            <CheckInButtons
              name={name}
              open={waits && within}
              canMiss={phase === 'left' && !part}
              party={stillToCome(booking).length > 1 ? booking : null}
              names={props.names ?? []}
              due={due}
              canUndo={undoable}
              checkIn={checkIn}
            />
            <div className="empty:hidden">
              {waits && within && <CheckInBadge status={booking.check_in_status} booking={booking.status} />}
            </div>
            <TeamNotes notes={props.teamNotes ?? []} />
            {props.details}
            {(props.contact || props.passports.length > 0) && (
              <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1 text-sm">
                {props.contact}
                <ViewPassports bookingId={booking.id} places={props.passports} people={booking.num_people} />
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Shows the team's tags, and that there are notes in the open row. */
function Tags({ tags, notes }: { tags: readonly string[]; notes: number }) {
  if (tags.length === 0 && notes === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Badge key={tag} tone="accent">
          <bdi>{tag}</bdi>
        </Badge>
      ))}
      {notes > 0 && (
        <Badge>
          <StickyNote aria-hidden="true" />
          <Plural value={notes} one="# note" other="# notes" />
        </Badge>
      )}
    </span>
  );
}

function TeamNotes({ notes }: { notes: readonly string[] }) {
  const { t } = useLingui();
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t`The team's notes`} className="grid gap-2 text-sm">
      {notes.map((note, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes can have the same text
        <li key={at} dir="auto" className="rounded-md bg-surface p-3 whitespace-pre-line [overflow-wrap:anywhere]">
          {note}
        </li>
      ))}
    </ul>
  );
}

/** Links to the booking's conversation. */
export function MessageLink({ kind, bookingId, name }: { kind: ServiceKind; bookingId: string; name: string }) {
  const { t } = useLingui();
  return (
    <Link to={paths.conversation(kind, bookingId)} className={cardLink} aria-label={t`Message ${name}`}>
      <MessageCircle aria-hidden="true" className="size-4 text-ink-2" />
      <Trans>Message</Trans>
    </Link>
  );
}

/** Links to a call, for when a chat is too slow. */
export function CallLink({ number, name }: { number: string; name: string }) {
  const { t } = useLingui();
  const link = callLink(number);
  if (!link) return null;
  return (
    <a href={link} className={cardLink} aria-label={t`Call ${name}`}>
      <PhoneCall aria-hidden="true" className="size-4 text-ink-2" />
      <span>
        <Trans>Call</Trans>
      </span>
    </a>
  );
}
