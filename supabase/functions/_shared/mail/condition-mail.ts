import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { bookingsPage, letterOf, placeFacts, serviceFacts } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { bookingData } from './data.ts';
import { oneLine } from './html.ts';
import type { Block } from './layout.ts';
import { type Mail, mail } from './mail.ts';

const conditionData = bookingData.extend({
  condition: z.object({
    subject: z.string(),
    state: z.string(),
    text: z.string(),
    source_url: z.string().nullish(),
    ends_at: z.string(),
    territory_id: z.string(),
    time_zone: z.string(),
  }),
});

/** To a guest whose way is closed, delayed or open again. */
export function conditionMail(given: unknown, context: MailContext): Mail {
  const data = conditionData.parse(given);
  const { labels, formats } = context;
  const { subject, state, text, source_url, ends_at, territory_id, time_zone } = data.condition;
  const heading = labels.condition.heading(subject, state);
  const until = `${formats.dayAt(ends_at, time_zone)}, ${formats.clockAt(ends_at, time_zone)}`;
  const blocks: Block[] = [
    { kind: 'quote', from: null, text },
    ...(state === 'open' ? [] : [{ kind: 'text', text: labels.condition.until(until) } as const]),
    ...(state === 'closed' ? [{ kind: 'text', text: labels.condition.closed } as const] : []),
    {
      kind: 'facts',
      rows: [
        ...serviceFacts(data, context),
        ...placeFacts(data, context),
        [labels.condition.source, source_url, source_url],
      ],
    },
    { kind: 'button', label: labels.condition.follow, href: context.link(mailLink.conditions(territory_id)) },
    { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) },
  ];
  const letter = letterOf(data, context, {
    subject: labels.condition.subject(state, oneLine(data.title)),
    preview: text,
    heading,
    blocks,
  });
  return mail(letter, context);
}
