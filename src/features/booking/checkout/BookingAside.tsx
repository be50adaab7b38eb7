import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { readText } from '@/lib/storage/storage';
import { HuipilBand } from '@/ui/brand';
import { Skeleton } from '@/ui/feedback/states';
import { keepAtTop } from '@/ui/loading/keep-at-top';
import { LazyOnVisible } from '@/ui/loading/LazyOnVisible';
import { lazyPart } from '@/ui/loading/lazy-part';
import { labelsOf } from './labels';
import { PanelHead, PriceTag } from './price';
import { draftKey, type Service } from './service';

const Checkout = lazyPart(() => import('./Checkout'));

/** Shows the booking panel beside a detail page. Pass the same `service` object as long as the data is unchanged. */
export function BookingAside({ service }: { service: Service | null }) {
  const { t } = useLingui();
  const { status, user, profile } = useSession();
  return (
    <aside className="mt-10 min-w-0 lg:sticky lg:top-24 lg:mt-1" aria-label={t`Booking`}>
      {service && (
        <CheckoutSlot service={service}>
          {(preview) =>
            status === 'loading' ? (
              preview
            ) : (
              <Checkout
                key={`${service.id}:${user?.id ?? ''}`}
                service={service}
                userId={user?.id ?? null}
                country={profile?.country ?? null}
                booker={{ name: profile?.full_name ?? '', email: profile?.email ?? '' }}
                fallback={preview}
              />
            )
          }
        </CheckoutSlot>
      )}
    </aside>
  );
}

interface SlotProps {
  service: Service;
  /** Receives the panel, or its preview while the panel is loading. */
  children: (preview: ReactNode) => ReactNode;
}

/**
 * Holds the place of the booking panel. The form's libraries are larger than the rest of the page, so they load
 * only when the panel is visible, the page is used, or a draft exists. The price is visible from the first paint.
 */
function CheckoutSlot({ service, children }: SlotProps) {
  // This element contains both the preview and the form, so focus survives when one replaces the other.
  const place = useRef<HTMLDivElement>(null);
  const [wanted, want] = useWanted(service);
  const { id } = service;
  useEffect(() => {
    // The visitor comes from a list of departures, or has just signed in.
    const asked = id && location.hash === '#book';
    return asked && place.current ? keepAtTop(place.current) : undefined;
  }, [id]);
  const preview = (
    <Preview
      service={service}
      onBook={() => {
        want();
        if (!place.current) return;
        keepAtTop(place.current);
        place.current.focus({ preventScroll: true });
      }}
    />
  );
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-20 outline-none">
      <LazyOnVisible margin="0px" atOnce={wanted} fallback={preview}>
        {children(preview)}
      </LazyOnVisible>
    </div>
  );
}

// We listen to click rather than pointerdown, because "Book now" would be replaced under the finger and the tap
// would be lost.
const SIGNS = ['scroll', 'click', 'keydown'] as const;

/**
 * Returns whether the visitor is likely to use the form soon: they have used the page, have a draft, or opened a
 * link to the panel.
 */
function useWanted({ id }: Service): [wanted: boolean, want: () => void] {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    if (location.hash === '#book' || readText('session', draftKey(id)) !== null) return want();
    for (const sign of SIGNS) addEventListener(sign, want, { passive: true, once: true });
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, want);
    };
  }, [id]);
  return [wanted, () => setWanted(true)];
}

function Preview({ service, onBook }: { service: Service; onBook: () => void }) {
  const type = service.bookingType === 'private' ? 'private' : 'shared';
  return (
    <>
      <section
        id="book"
        aria-label={labelsOf(service.kind).title}
        className="card flex h-[38rem] flex-col overflow-hidden rounded-xl! shadow-md lg:max-h-[calc(100dvh-7.5rem)]"
      >
        <HuipilBand small className="flex-none" />
        <PanelHead service={service} type={type} />
        <div aria-hidden="true" className="grid grid-cols-1 gap-5 px-5 pt-2 sm:px-6">
          {['date', 'time', 'people', 'number'].map((field) => (
            <div key={field}>
              <Skeleton className="h-4 w-28" />
              <Skeleton className="mt-2 h-12 w-full" />
            </div>
          ))}
        </div>
      </section>
      <div className="fixed inset-x-0 bottom-0 z-20 flex min-h-20 flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-surface px-4 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))] shadow-bar lg:hidden">
        <PriceTag service={service} type={type} className="text-lg" />
        {/* biome-ignore lint/a11y/useValidAnchor: a link leads to the form before the app has started too */}
        <a
          href="#book"
          className="btn btn-primary btn-lg"
          onClick={(event) => {
            event.preventDefault();
            onBook();
          }}
        >
          <Trans>Book now</Trans>
        </a>
      </div>
    </>
  );
}
