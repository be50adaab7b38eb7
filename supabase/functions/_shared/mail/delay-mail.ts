import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { bookingEmail, bookingsPage, placeFacts, serviceFacts } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { bookingData } from './data.ts';
import { oneLine } from './html.ts';
import { type Mail, mail } from './mail.ts';

const delayData = bookingData.extend({
  start_time: z.string(),
  /** 0 if the departure is on time again. */
  delay_minutes: z.number(),
  /** True if the scheduled time has passed. */
  leaving: z.boolean(),
  /** The token of a dock ticket's link. */
  code: z
    .string()
    .regex(/^[0-9a-f]{32,128}$/)
    .nullish(),
});

/** Writes the email to a guest who hasn't arrived that the departure is late, or on time again. */
export function delayMail(given: unknown, context: MailContext): Mail {
  const data = delayData.parse(given);
  const { formats, labels, link } = context;
  const { delay, dockTicket } = labels;
  const title = oneLine(data.title);
  const time = formats.clock(data.start_time);
  const expected = data.expected_time ? formats.clock(data.expected_time) : null;
  const leaving = expected === null && data.leaving;
  // Guests of a ride who named their hotel are picked up there, and not at the ride's place.
  const hotel = data.kind === 'transport' && data.hotel_name ? oneLine(data.hotel_name) : null;
  const leavingNow = hotel ? delay.leavingForPickups(title) : delay.leaving(title);
  const onTime = leaving ? leavingNow : delay.onTime(title, time);
  const text = expected ? delay.late(title, expected, time, data.delay_minutes) : onTime;
  const content = bookingEmail(data, context, {
    subject: delay.subject(title, expected, leaving),
    preview: text,
    heading: delay.heading(expected !== null, leaving),
    blocks: [
      { kind: 'text', text },
      ...(hotel ? [{ kind: 'text' as const, text: delay.pickup(hotel, expected ? data.delay_minutes : 0) }] : []),
      { kind: 'text', text: delay.ticket },
      { kind: 'facts', rows: [...serviceFacts(data, context), ...placeFacts(data, context)] },
      data.code
        ? { kind: 'button', label: dockTicket.open, href: link(mailLink.dockTicket(data.code)) }
        : { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) },
    ],
  });
  return mail(content, context);
}
