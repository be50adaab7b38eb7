import { z } from 'zod';
import { notificationTarget } from '../link-targets.ts';
import type { MailContext } from './context.ts';
import { oneLine } from './html.ts';
import type { Block, EmailContent } from './layout.ts';
import { greeting, type Mail, mail } from './mail.ts';

const goNoGoData = z.object({
  title: z.string(),
  service_date: z.string(),
  start_time: z.string().nullish(),
  territory_id: z.string(),
  territory_name: z.string(),
  time_zone: z.string(),
  sold: z.number(),
  min_to_run: z.number(),
  decides_at: z.string(),
  full_name: z.string().nullish(),
  roles: z.array(z.string()),
});

/**
 * Writes the email that asks operators whether a departure below its minimum goes ahead. It leads to the same page
 * as the notification.
 */
export function goNoGoMail(given: unknown, context: MailContext): Mail {
  const data = goNoGoData.parse(given);
  const { labels, formats, link } = context;
  const { ask } = labels.minimum;
  const title = oneLine(data.title);
  const until = `${formats.dayAt(data.decides_at, data.time_zone)}, ${formats.clockAt(data.decides_at, data.time_zone)}`;
  const about = {
    type: 'go_no_go',
    territory_id: data.territory_id,
    booking_id: null,
    kind: null,
    day: data.service_date,
    about: null,
  };
  const count = ask.count(data.sold, data.min_to_run);
  const blocks: Block[] = [
    { kind: 'text', text: title },
    {
      kind: 'facts',
      rows: [
        [labels.fact.territory, data.territory_name],
        [labels.fact.date, formats.longDate(data.service_date)],
        [labels.fact.time, data.start_time && formats.clock(data.start_time)],
      ],
    },
    { kind: 'text', text: count },
    { kind: 'text', text: ask.until(until) },
    {
      kind: 'button',
      label: ask.action,
      href: link(notificationTarget(about, (role) => data.roles.includes(role))),
    },
  ];
  const content: EmailContent = {
    subject: ask.subject(data.sold, data.min_to_run, title, formats.shortDate(data.service_date)),
    preview: count,
    heading: ask.heading,
    greeting: greeting(context, data.full_name),
    blocks,
    footer: labels.footer.runner,
  };
  return mail(content, context);
}
