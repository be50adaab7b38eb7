import { z } from 'zod';
import { bookingsPage, letterOf } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { bookingData } from './data.ts';
import { oneLine } from './html.ts';
import type { Block, Fact } from './layout.ts';
import { type Mail, mail } from './mail.ts';

const offerData = bookingData.extend({
  offer: z.object({
    message: z.string().nullish(),
    refund_amount: z.coerce.number(),
    choices: z.array(z.object({ title: z.string(), service_date: z.string(), start_time: z.string().nullish() })),
  }),
});

/** So many dates are named; all are on the page. */
const MAX_NAMED = 5;

/** To the guest of a departure that does not take place: where they could go instead, and what goes back otherwise. */
export function departureOfferMail(given: unknown, context: MailContext): Mail {
  const data = offerData.parse(given);
  const { labels, formats } = context;
  const { message, choices, refund_amount } = data.offer;
  const moment = (date: string, time: string | null | undefined): string =>
    [formats.longDate(date), ...(time ? [formats.clock(time)] : [])].join(', ');
  const rows: Fact[] = [
    [labels.fact.booking, data.title],
    [labels.fact.date, formats.longDate(data.booking_date)],
    [labels.fact.time, data.start_time && formats.clock(data.start_time)],
    ...choices.slice(0, MAX_NAMED).map((one): Fact => [oneLine(one.title), moment(one.service_date, one.start_time)]),
    [labels.fact.refund, refund_amount > 0 ? formats.money(data, refund_amount) : null],
  ];
  const blocks: Block[] = [
    { kind: 'text', text: labels.departureOffer.intro(oneLine(data.title)) },
    ...(message ? [{ kind: 'text', text: message } as const] : []),
    { kind: 'facts', rows },
    { kind: 'button', label: labels.action.bookings, href: bookingsPage(context) },
  ];
  const { subject, heading, preview } = labels.departureOffer;
  return mail(letterOf(data, context, { subject: subject(oneLine(data.title)), preview, heading, blocks }), context);
}
