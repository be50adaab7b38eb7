import { useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import { useSession } from '@/features/account/session/session';
import { BookingSlot } from './BookingSlot';
import type { Service } from './types';

// The form's libraries are half of a detail page: the pictures and the text do not wait for them.
const BookingPanel = lazy(() => import('./BookingPanel'));

/** The booking panel beside a detail page, for whoever is here. Keep `service` the same object for the same answer. */
export function BookingAside({ service }: { service: Service | null }) {
  const { t } = useLingui();
  const { status, user, profile } = useSession();
  return (
    <aside className="mt-10 min-w-0 lg:sticky lg:top-24 lg:mt-1" aria-label={t`Booking`}>
      {service && (
        <BookingSlot service={service}>
          {status !== 'loading' && (
            <BookingPanel
              key={`${service.id}:${user?.id ?? ''}`}
              service={service}
              userId={user?.id ?? null}
              booker={{ name: profile?.full_name ?? '', email: profile?.email ?? '' }}
            />
          )}
        </BookingSlot>
      )}
    </aside>
  );
}
