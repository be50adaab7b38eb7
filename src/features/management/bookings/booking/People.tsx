import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Languages, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { bookerName } from '@/features/booking/guest-name';
import { ViewPassports } from '@/features/booking/passport/ViewPassports';
import { spokenLanguage } from '@/features/departures/day/spoken-language';
import { mailLink } from '@/lib/format/mail-link';
import { formatPhone, whatsAppLink } from '@/lib/format/phone';
import { Flag } from '@/ui/media/Flag';
import type { BookingDetail, Passenger } from './queries';

/**
 * Shows the travellers with their contact details. For transport it lists all of them, and for an experience only
 * the person who booked.
 */
export function People({ booking }: { booking: BookingDetail }) {
  const { tourist, passengers } = booking;
  const booker: Passenger = {
    name: bookerName(tourist?.full_name || tourist?.email || booking.guest_name, booking.walk_in),
    email: tourist?.email ?? null,
    whatsapp: booking.whatsapp_number,
    country: booking.country,
    speaks_spanish: booking.speaks_spanish,
  };
  const people = passengers.length > 0 ? passengers : [booker];
  return (
    <section aria-labelledby="people-title">
      <h3 id="people-title" className="text-base font-bold">
        {plural(booking.num_people, { one: '# passenger', other: '# passengers' })}
      </h3>
      <ul className="mt-2 grid gap-2">
        {people.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order, of people who may share a name
          <PersonCard key={index} person={person} walkIn={booking.walk_in} />
        ))}
      </ul>
      {booking.passport_required &&
        (booking.passports.length > 0 ? (
          <div className="mt-2">
            <ViewPassports bookingId={booking.id} places={booking.passports} people={booking.num_people} />
          </div>
        ) : (
          <p className="mt-2 text-sm text-warn-text">
            <Trans>There is no passport photo for this booking</Trans>
          </p>
        ))}
    </section>
  );
}

function PersonCard({ person, walkIn }: { person: Passenger; walkIn: BookingDetail['walk_in'] }) {
  const language = spokenLanguage(person.speaks_spanish, walkIn);
  return (
    <li className="rounded-md bg-surface-2 p-3 text-sm">
      <p className="flex items-center gap-2 font-semibold wrap-anywhere">
        {person.country && <Flag country={person.country} />}
        <span>{person.name}</span>
      </p>
      <ul className="mt-1 grid gap-1 text-ink-2">
        {person.email && (
          <Line icon={<Mail aria-hidden="true" />}>
            <a className="link" href={mailLink(person.email)}>
              {person.email}
            </a>
          </Line>
        )}
        {person.whatsapp && (
          <Line icon={<Phone aria-hidden="true" />}>
            <a className="link" href={whatsAppLink(person.whatsapp) ?? undefined} target="_blank" rel="noreferrer">
              {formatPhone(person.whatsapp)}
            </a>
          </Line>
        )}
        {language && <Line icon={<Languages aria-hidden="true" />}>{language}</Line>}
      </ul>
    </li>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2 wrap-anywhere [&>svg]:size-4 [&>svg]:flex-none">
      {icon}
      <span className="contents">{children}</span>
    </li>
  );
}
