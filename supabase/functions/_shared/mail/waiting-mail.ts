import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { bookingsPage } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { oneLine } from './html.ts';
import type { Block } from './layout.ts';
import { greeting, type Mail, mail } from './mail.ts';

const seatsFreeData = z.object({
  kind: z.enum(['experience', 'transport']),
  service_id: z.guid(),
  slot_id: z.guid(),
  title: z.string(),
  territory_name: z.string(),
  full_name: z.string().nullish(),
  service_date: z.string(),
  start_time: z.string().nullish(),
  time_zone: z.string(),
  booking_type: z.string(),
  num_people: z.number(),
  expires_at: z.string(),
});

/** Writes the email to a person on the waitlist for whom seats are held for a while. */
export function seatsFreeMail(given: unknown, context: MailContext): Mail {
  const data = seatsFreeData.parse(given);
  const { labels, formats, link } = context;
  const { seatsFree } = labels;
  const until = `${formats.dayAt(data.expires_at, data.time_zone)}, ${formats.clockAt(data.expires_at, data.time_zone)}`;
  const intro = seatsFree.intro(data.num_people);
  const blocks: Block[] = [
    { kind: 'text', text: intro },
    {
      kind: 'facts',
      rows: [
        [labels.fact.booking, data.title],
        [labels.fact.territory, data.territory_name],
        [labels.fact.date, formats.longDate(data.service_date)],
        [labels.fact.time, data.start_time && formats.clock(data.start_time)],
        [labels.fact.guests, labels.guests(data.num_people, data.booking_type)],
      ],
    },
    { kind: 'text', text: seatsFree.until(until) },
    {
      kind: 'button',
      label: seatsFree.action,
      href: link(
        mailLink.checkout({
          kind: data.kind,
          serviceId: data.service_id,
          slotId: data.slot_id,
          date: data.service_date,
          people: data.num_people,
        }),
      ),
    },
    { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) },
    { kind: 'note', text: seatsFree.leave },
  ];
  const content = {
    subject: seatsFree.subject(oneLine(data.title), formats.shortDate(data.service_date)),
    preview: intro,
    heading: seatsFree.heading,
    greeting: greeting(context, data.full_name),
    blocks,
    footer: labels.footer.waiting,
  };
  return mail(content, context);
}
