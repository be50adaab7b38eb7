import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Languages, MessageCircle, Phone } from 'lucide-react';
import { memo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ViewPassport } from '@/features/booking/passport/ViewPassport';
import { CheckInBadge } from '@/features/booking/tickets/badges';
import { canCheckIn } from '@/features/booking/tickets/transitions';
import { MarkButtons, MarkFailure } from '@/features/departures/Mark';
import { PaymentBadge } from '@/features/departures/PaymentBadge';
import { whatsAppLink } from '@/features/departures/people';
import { useMark } from '@/features/departures/use-mark';
import { paths } from '@/lib/routing/paths';
import { Avatar } from '@/ui/media/Avatar';
import { countryName, Flag } from '@/ui/media/Flag';
import { type Guest, guideKeys } from './queries';

const link = 'inline-flex min-h-11 items-center gap-2 underline decoration-line-strong underline-offset-4 sm:min-h-9';

/** How to reach them, and in what language. */
function Contact({ guest, name }: { guest: Guest; name: string }) {
  const { t } = useLingui();
  const chat = whatsAppLink(guest.whatsapp_number);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer" className={link}>
          <Phone aria-hidden="true" className="size-4 text-ink-2" />
          <Trans>WhatsApp</Trans> <span className="nums">{guest.whatsapp_number}</span>
        </a>
      )}
      <Link to={paths.conversation('experience', guest.id)} className={link} aria-label={t`Message ${name}`}>
        <MessageCircle aria-hidden="true" className="size-4 text-ink-2" />
        <Trans>Message</Trans>
      </Link>
      <span className="inline-flex items-center gap-2">
        <Flag country={guest.country} named />
        {countryName(guest.country)}
      </span>
      <span className="inline-flex items-center gap-2 text-ink-2">
        <Languages aria-hidden="true" className="size-4" />
        {guest.speaks_spanish ? <Trans>Speaks Spanish</Trans> : <Trans>No Spanish</Trans>}
      </span>
    </div>
  );
}

interface Props {
  userId: string;
  departureId: string;
  guest: Guest;
  /** The day has come: they may be checked in. */
  open: boolean;
}

/** One booking of a departure: who, how many, paid or not, here or not. Typing in the search draws none of them anew. */
export const GuestCard = memo(function GuestCard({ userId, departureId, guest, open }: Props) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes: its place in the keyboard's order is the card's.
  const mark = useMark({
    kind: 'experience',
    bookingId: guest.id,
    list: guideKeys.guests(userId, departureId),
    all: guideKeys.all(userId),
    onDone: () => heading.current?.focus(),
  });
  const name = guest.tourist?.full_name || t`Passenger`;
  const count = plural(guest.num_people, { one: '# guest', other: '# guests' });
  const waits = canCheckIn(guest.status, guest.check_in_status);
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
          <Avatar name={name} src={guest.tourist?.avatar_url} size={40} />
          <div className="min-w-0">
            <h4 ref={heading} tabIndex={-1} className="font-semibold [overflow-wrap:anywhere] outline-none">
              <bdi>{name}</bdi>
            </h4>
            <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
              {[count, guest.hotel_name, guest.hotel_address].filter(Boolean).join(', ')}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2" role="status">
          <PaymentBadge
            status={guest.payment_status}
            amount={guest.total_price}
            symbol={guest.territory?.currency_symbol}
          />
          <CheckInBadge status={guest.check_in_status} />
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-2 sm:flex-nowrap">
        <div className="min-w-0">
          <Contact guest={guest} name={name} />
          {guest.passport_image && <ViewPassport booking={{ kind: 'experience', id: guest.id }} />}
        </div>
        {open && waits && <MarkButtons name={name} mark={mark} />}
      </div>
      <MarkFailure mark={mark} waits={waits} />
    </>
  );
});
