import { Trans } from '@lingui/react/macro';
import { webLink } from '@/lib/format/web-link';

interface Props {
  ticket: {
    meeting_point?: string | null | undefined;
    meeting_point_link?: string | null | undefined;
    pickup_location?: string | null | undefined;
    pickup_map?: string | null | undefined;
    pickup_directions?: string | null | undefined;
    what_to_bring?: string | null | undefined;
  };
}

/** Shows the place and its details on a ticket that was opened through a link. */
export function WhereItStarts({ ticket }: Props) {
  const place = ticket.meeting_point ?? ticket.pickup_location;
  const map = webLink(ticket.meeting_point_link ?? ticket.pickup_map);
  return (
    <>
      {place && (
        <p className="wrap-anywhere">
          {map ? (
            <a href={map} target="_blank" rel="noreferrer" className="underline underline-offset-4">
              {place}
            </a>
          ) : (
            <span>{place}</span>
          )}
          {ticket.pickup_directions && <span className="block text-ink-2">{ticket.pickup_directions}</span>}
        </p>
      )}
      {ticket.what_to_bring && (
        <p className="whitespace-pre-line text-ink-2">
          <Trans>What to bring: {ticket.what_to_bring}</Trans>
        </p>
      )}
    </>
  );
}
