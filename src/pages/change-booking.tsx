import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation, useParams } from 'react-router-dom';
import { BookingNotFound } from '@/features/booking/tickets/BookingNotFound';
import { ChangePage } from '@/features/booking/tickets/changes/ChangePage';
import { isUuid } from '@/lib/format/uuid';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { BackLink } from '@/ui/BackLink';

/** Changes the date of a booking or its number of people. The end of the address says which. */
export default function ChangeBookingPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const change = pathname.endsWith('/more-people') ? 'more' : pathname.endsWith('/fewer-people') ? 'fewer' : 'date';
  const title = { date: t`Change date`, more: t`More people`, fewer: t`Fewer people` }[change];
  useTitle(title);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-2xl pb-8 md:pb-12">
        <BackLink to={paths.bookings}>
          <Trans>My Bookings</Trans>
        </BackLink>
        {isUuid(id) ? <ChangePage key={id} id={id} change={change} title={title} /> : <BookingNotFound />}
      </div>
    </div>
  );
}
