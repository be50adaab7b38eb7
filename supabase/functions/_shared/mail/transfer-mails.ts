import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { bookingsPage, placeFacts, serviceFacts } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { bookingData } from './data.ts';
import { oneLine } from './html.ts';
import type { Block } from './layout.ts';
import { greeting, type Mail, mail } from './mail.ts';

const inviteData = bookingData
  .pick({
    kind: true,
    title: true,
    booking_date: true,
    start_time: true,
    num_people: true,
    booking_type: true,
    currency_code: true,
    currency_symbol: true,
    territory_name: true,
    full_name: true,
    meeting_point: true,
    meeting_point_link: true,
    pickup_location: true,
    pickup_directions: true,
    pickup_map: true,
  })
  .extend({
    /** The link's token, which is bound to the email address. */
    code: z.string().regex(/^[0-9a-f]{32,128}$/),
    giver_name: z.string().nullish(),
    time_zone: z.string(),
    amount_due: z.coerce.number().nullish(),
    expires_at: z.string(),
  });

/**
 * Writes the email to a person who is invited to take over a ticket. They may have no account and not know the
 * sender.
 */
export function transferInviteMail(given: unknown, context: MailContext): Mail {
  const data = inviteData.parse(given);
  const { formats } = context;
  const { invite } = context.labels.transfer;
  const until = `${formats.dayAt(data.expires_at, data.time_zone)}, ${formats.clockAt(data.expires_at, data.time_zone)}`;
  const intro = invite.intro(oneLine(data.giver_name));
  const blocks: Block[] = [
    { kind: 'text', text: intro },
    { kind: 'facts', rows: [...serviceFacts(data, context), ...placeFacts(data, context)] },
    { kind: 'text', text: data.amount_due ? invite.due(formats.money(data, data.amount_due)) : invite.paid },
    { kind: 'text', text: invite.how },
    { kind: 'button', label: invite.see, href: context.link(mailLink.transfer(data.code)) },
    { kind: 'note', text: invite.until(until) },
  ];
  const content = {
    subject: invite.subject(oneLine(data.title), formats.shortDate(data.booking_date)),
    preview: intro,
    heading: invite.heading,
    greeting: greeting(context, data.full_name),
    blocks,
    footer: invite.footer,
  };
  return mail(content, context);
}

const givenData = bookingData.extend({
  /** The new holder's first name. */
  holder_name: z.string().nullish(),
  /** True if the reader paid for the ticket. */
  paid_by_reader: z.boolean(),
  ended: z.boolean(),
  amount: z.coerce.number().nullish(),
});

/** Tells the sender that the ticket was accepted. */
export function transferAcceptedMail(given: unknown, context: MailContext): Mail {
  const data = givenData.parse(given);
  const { accepted } = context.labels.transfer;
  const intro = accepted.intro(oneLine(data.holder_name));
  return toGiver(data, context, accepted, intro, data.paid_by_reader ? [accepted.paid] : []);
}

/** Tells the payer of a transferred ticket that it was cancelled or costs less. */
export function transferRefundMail(given: unknown, context: MailContext): Mail {
  const data = givenData.parse(given);
  const { labels, formats } = context;
  const { refund } = labels.transfer;
  const money = data.amount
    ? labels.money.cardReturned(formats.money(data, data.amount))
    : data.payment_method === 'cash'
      ? labels.money.cashInPerson
      : labels.money.kept;
  return toGiver(data, context, refund, data.ended ? refund.cancelled : refund.less, [money]);
}

type Wording = { subject: (title: string, date: string) => string; heading: string };

function toGiver(
  data: z.infer<typeof givenData>,
  context: MailContext,
  wording: Wording,
  intro: string,
  more: string[],
) {
  const { labels, formats } = context;
  const texts = [intro, ...more].map((text) => ({ kind: 'text', text }) as const);
  const content = {
    subject: wording.subject(oneLine(data.title), formats.shortDate(data.booking_date)),
    preview: intro,
    heading: wording.heading,
    greeting: greeting(context, data.full_name),
    blocks: [
      ...texts,
      { kind: 'facts', rows: serviceFacts(data, context) } as const,
      { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) } as const,
    ],
    footer: labels.transfer.footer,
  };
  return mail(content, context);
}
