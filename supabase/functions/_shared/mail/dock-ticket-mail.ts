import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { moneyFacts, paymentFact, placeFacts, serviceFacts } from './booking-facts.ts';
import { ticket } from './booking-mails.ts';
import type { MailContext } from './context.ts';
import { bookingData } from './data.ts';
import { oneLine } from './html.ts';
import type { Block } from './layout.ts';
import { greeting, type Mail, mail } from './mail.ts';

const dockTicketData = bookingData.extend({
  /** The token of the ticket's link. */
  code: z.string().regex(/^[0-9a-f]{32,128}$/),
});

/** Writes the email to a walk-in without an account, with the ticket and its link. */
export async function dockTicketMail(given: unknown, context: MailContext): Promise<Mail> {
  const data = dockTicketData.parse(given);
  const { formats, labels } = context;
  const { dockTicket } = labels;
  const qr = data.check_in_code ? await ticket(data.booking_id, data.check_in_code, context) : null;
  const blocks: Block[] = [
    { kind: 'text', text: dockTicket.intro },
    ...(qr ? [qr.block] : []),
    {
      kind: 'facts',
      rows: [
        ...serviceFacts(data, context),
        ...placeFacts(data, context),
        ...moneyFacts(data, context),
        [labels.fact.payment, paymentFact(data, context)],
      ],
    },
    { kind: 'button', label: dockTicket.open, href: context.link(mailLink.dockTicket(data.code)) },
  ];
  const content = {
    subject: dockTicket.subject(oneLine(data.title), formats.shortDate(data.booking_date)),
    preview: dockTicket.intro,
    heading: dockTicket.heading,
    greeting: greeting(context, data.full_name),
    blocks,
    footer: dockTicket.footer,
  };
  return mail(content, context, { attachments: qr ? [qr.image] : [] });
}
