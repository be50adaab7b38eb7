import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { passengerName } from '@/features/booking/guest-name';
import { whatsAppLink } from '@/lib/format/phone';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { type GuestWithoutAccount, guestsWithoutAccountQuery } from './queries';

interface Props {
  departureId: string;
  /** True after a delay: only guests who haven't arrived need to know, and some of them get an email about it. */
  delayed?: boolean;
  /** The prepared WhatsApp message. */
  message: string;
}

/** Lists the guests whom no message in the app reaches, with a prepared WhatsApp message. Shows nothing if there are none. */
export function GuestsWithoutAccount({ departureId, delayed = false, message }: Props) {
  const { t } = useLingui();
  const query = useQuery(guestsWithoutAccountQuery(departureId));
  if (!query.data) {
    if (query.error) return <LoadFailed query={query} />;
    return (
      <LoadingArea label={t`Loading guests without an account`}>
        <Skeleton className="h-12" />
      </LoadingArea>
    );
  }
  const guests = query.data.filter(({ waiting }) => waiting || !delayed);
  if (guests.length === 0) return null;
  return (
    <section aria-labelledby="without-account">
      <h3 id="without-account" className="font-bold">
        {plural(guests.length, {
          one: '# booking without an account',
          other: '# bookings without an account',
        })}
      </h3>
      <p className="text-sm text-ink-2">
        <Trans>We can't reach these guests in the app. Please tell them yourself.</Trans>
      </p>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line">
        {guests.map((guest) => (
          <Guest key={guest.booking_id} guest={guest} message={message} emailed={delayed && guest.emailed} />
        ))}
      </ul>
    </section>
  );
}

interface GuestProps {
  guest: GuestWithoutAccount;
  message: string;
  emailed: boolean;
}

function Guest({ guest, message, emailed }: GuestProps) {
  const { t } = useLingui();
  const name = passengerName(guest.full_name, true);
  const chat = whatsAppLink(guest.whatsapp_number, message);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <p className="min-w-0 flex-1 basis-32">
        <strong className="block font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </strong>
        <span className="flex flex-wrap gap-x-2 text-sm text-ink-2">
          <span>{plural(guest.num_people, { one: '# person', other: '# people' })}</span>
          {emailed && (
            <span>
              <Trans>Gets an email</Trans>
            </span>
          )}
        </span>
      </p>
      {chat ? (
        <a
          className="btn btn-secondary"
          href={chat}
          target="_blank"
          rel="noreferrer"
          aria-label={t`Message ${name} on WhatsApp`}
        >
          <MessageCircle aria-hidden="true" />
          <span>WhatsApp</span>
        </a>
      ) : (
        <span className="text-sm text-ink-2">
          <Trans>No phone number</Trans>
        </span>
      )}
    </li>
  );
}
