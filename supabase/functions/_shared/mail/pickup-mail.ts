import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { bookingEmail, bookingsPage, pickupTime, placeFacts, serviceFacts } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { bookingData } from './data.ts';
import { oneLine } from './html.ts';
import { type Mail, mail } from './mail.ts';

const pickupData = bookingData.extend({
  hotel_name: z.string(),
  /** What the guest knew before, local to the territory. Null if there was no time. */
  pickup_before: z.string().nullish(),
  /** The token of a dock ticket's link. */
  code: z
    .string()
    .regex(/^[0-9a-f]{32,128}$/)
    .nullish(),
});

/** Writes the email to a guest of a ride whose pickup at their hotel has another time. */
export function pickupMail(given: unknown, context: MailContext): Mail {
  const data = pickupData.parse(given);
  const { labels, link } = context;
  const { pickup, dockTicket } = labels;
  const title = oneLine(data.title);
  const time = pickupTime(data.pickup_at, data.booking_date, context);
  const text = pickup.changed(
    oneLine(data.hotel_name),
    time,
    pickupTime(data.pickup_before, data.booking_date, context),
  );
  const content = bookingEmail(data, context, {
    subject: pickup.subject(title, time),
    preview: text,
    heading: pickup.heading,
    blocks: [
      { kind: 'text', text },
      { kind: 'text', text: pickup.ticket },
      { kind: 'facts', rows: [...serviceFacts(data, context), ...placeFacts(data, context)] },
      data.code
        ? { kind: 'button', label: dockTicket.open, href: link(mailLink.dockTicket(data.code)) }
        : { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) },
    ],
  });
  return mail(content, context);
}
