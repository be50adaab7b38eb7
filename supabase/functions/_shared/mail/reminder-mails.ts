import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { bookingEmail, bookingsPage, placeFacts, serviceFacts } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { bookingData } from './data.ts';
import { oneLine } from './html.ts';
import type { Block, Fact } from './layout.ts';
import { type Mail, mail } from './mail.ts';
import { minimumBlocks } from './minimum.ts';

const reminderData = bookingData.extend({
  territory_id: z.string(),
  time_zone: z.string(),
  passport_required: z.boolean(),
  /** The guide's number, if guests see it. */
  whatsapp_number: z.string().nullish(),
  conditions: z.array(z.object({ subject: z.string(), state: z.string(), text: z.string(), ends_at: z.string() })),
});
type ReminderData = z.infer<typeof reminderData>;

/**
 * Writes the reminder for guests, on the evening before and two hours before early departures, with place, time,
 * guide and what to bring.
 */
export function reminderMail(
  template: 'reminder_evening' | 'reminder_soon',
  given: unknown,
  context: MailContext,
): Mail {
  const data = reminderData.parse(given);
  const { labels, formats } = context;
  const { evening, soon } = labels.reminder;
  const wording = template === 'reminder_evening' ? evening : soon;
  const time = data.start_time ? formats.clock(data.start_time) : null;
  const intro = wording.intro(time, oneLine(data.territory_name));
  const digits = data.whatsapp_number?.replace(/\D/g, '');
  const blocks: Block[] = [
    { kind: 'text', text: intro },
    ...minimumBlocks(data, context),
    ...conditionBlocks(data, context),
    {
      kind: 'facts',
      rows: [
        ...serviceFacts(data, context),
        ...placeFacts(data, context),
        [labels.reminder.bring, thingsToBring(data, context)],
        ...(data.what_to_bring ? [[labels.reminder.bringAlso, data.what_to_bring] satisfies Fact] : []),
        ...(digits ? [[labels.reminder.whatsapp, data.whatsapp_number, `https://wa.me/${digits}`] satisfies Fact] : []),
      ],
    },
    { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) },
    {
      kind: 'button',
      label: labels.reminder.write,
      href: context.link(mailLink.conversation(data.kind, data.booking_id)),
    },
  ];
  const content = bookingEmail(data, context, {
    subject: wording.subject(oneLine(data.title), time),
    preview: intro,
    heading: wording.heading,
    blocks,
  });
  return mail({ ...content, footer: labels.reminder.footer }, context);
}

/** Lists the travel alerts for that day, with a link to their current state. */
function conditionBlocks(data: ReminderData, { labels, formats, link }: MailContext): Block[] {
  if (data.conditions.length === 0) return [];
  return [
    ...data.conditions.flatMap(({ subject, state, text, ends_at }): Block[] => {
      const until = `${formats.dayAt(ends_at, data.time_zone)}, ${formats.clockAt(ends_at, data.time_zone)}`;
      return [
        { kind: 'quote', from: labels.condition.heading(subject, state), text },
        { kind: 'note', text: labels.condition.until(until) },
      ];
    }),
    { kind: 'button', label: labels.condition.follow, href: link(mailLink.conditions(data.territory_id)) },
  ];
}

function thingsToBring(data: ReminderData, { labels, formats }: MailContext): string {
  const unpaid = data.payment_method === 'cash' && data.payment_status !== 'completed';
  return formats.list([
    labels.reminder.ticket,
    ...(data.passport_required ? [labels.reminder.passport] : []),
    ...(unpaid ? [labels.reminder.cash(formats.money(data, data.total_price))] : []),
  ]);
}
