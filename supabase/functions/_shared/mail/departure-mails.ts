import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { bookingEmail } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { bookingData } from './data.ts';
import { reasonBlocks } from './departure-facts.ts';
import type { OfferRefundTo } from './departure-labels.ts';
import { oneLine } from './html.ts';
import type { Block, Fact } from './layout.ts';
import { type Mail, mail } from './mail.ts';

const offerData = bookingData.extend({
  /** The link's token. Anyone who has it may choose. */
  code: z.string().regex(/^[0-9a-f]{32,128}$/),
  offer: z.object({
    /** These fields are about the booked service. */
    service_id: z.string(),
    reason: z.string(),
    message: z.string().nullish(),
    expires_at: z.string(),
    time_zone: z.string(),
    refund_amount: z.coerce.number(),
    /** True if the card is only authorised, so that nothing was charged. */
    card_waits: z.boolean().nullish(),
    /** The seats of a more expensive service that are held until paid, when the email is written. */
    hold: z
      .object({
        title: z.string(),
        titles: z.record(z.string(), z.string()).nullish(),
        service_date: z.string(),
        start_time: z.string().nullish(),
        total_price: z.coerce.number(),
        expires_at: z.string(),
      })
      .nullish(),
    choices: z.array(
      z.object({
        /** The booked service, or the proposed one. */
        service_id: z.string(),
        title: z.string(),
        /** The title in every language. Older emails lack it. */
        titles: z.record(z.string(), z.string()).nullish(),
        service_date: z.string(),
        start_time: z.string().nullish(),
      }),
    ),
  }),
});

/**
 * How many dates of the booked service are named, in addition to one of the proposed service. The page has all of
 * them.
 */
const MAX_NAMED = 3;

/** Writes the email to a guest of a cancelled departure, with the choices and the refund if they choose none. */
export function departureOfferMail(given: unknown, context: MailContext): Mail {
  const data = offerData.parse(given);
  const { labels, formats } = context;
  const { departureOffer } = labels;
  const { hold, time_zone } = data.offer;
  const title = oneLine(data.title);
  const refundTo = refundToOf(data);
  // The holder doesn't see the refund of another payer.
  const amount = refundTo === 'holder' ? formats.money(data, data.offer.refund_amount) : null;
  const proposed = data.offer.choices.find(({ service_id }) => service_id !== data.offer.service_id);
  const momentAt = (at: string) => `${formats.dayAt(at, time_zone)}, ${formats.clockAt(at, time_zone)}`;
  const until = momentAt(data.offer.expires_at);
  const text = (line: string): Block => ({ kind: 'text', text: line });
  const blocks: Block[] = [
    text(hold ? departureOffer.ended(title) : departureOffer.intro(title, refundTo)),
    ...(hold ? [text(departureOffer.toPay(momentAt(hold.expires_at)))] : []),
    ...reasonBlocks(data.offer, labels),
    {
      kind: 'facts',
      rows: [
        [labels.fact.booking, data.title],
        [labels.fact.date, momentOf({ service_date: data.booking_date, start_time: data.start_time }, context)],
        ...(hold ? chosenFacts(hold, data, context) : choiceFacts(data, context)),
        [labels.fact.refund, hold || data.offer.card_waits ? null : amount],
      ],
    },
    ...(proposed && !hold ? [text(departureOffer.proposed(titleIn(proposed, context)))] : []),
    {
      kind: 'button',
      label: hold ? departureOffer.pay : departureOffer.choose,
      href: context.link(mailLink.offer(data.code)),
    },
    text(hold ? departureOffer.unpaid(until) : departureOffer.unanswered(until, amount, refundTo)),
    { kind: 'note', text: departureOffer.noAccount },
  ];
  const { heading } = departureOffer;
  const content = hold
    ? { subject: departureOffer.paySubject(title), preview: departureOffer.payPreview, heading, blocks }
    : {
        subject: departureOffer.subject(title, formats.shortDate(data.booking_date)),
        preview: departureOffer.preview(refundTo),
        heading,
        blocks,
      };
  return mail(bookingEmail(data, context, content), context);
}

/** Lists the booked service's dates nearest to the cancelled one, in order, and one of the proposed service. */
function choiceFacts({ offer }: OfferData, context: MailContext): Fact[] {
  const own = offer.choices.filter(({ service_id }) => service_id === offer.service_id);
  const proposed = offer.choices.find(({ service_id }) => service_id !== offer.service_id);
  // The database returns the nearest first.
  const dates = own.slice(0, MAX_NAMED).toSorted(byMoment);
  return [
    ...dates.map((one): Fact => [context.labels.departureOffer.instead, momentOf(one, context)]),
    ...(proposed ? [named(proposed, context)] : []),
  ];
}

/** Lists the choice made by phone, and its extra price. */
const chosenFacts = (hold: Named & { total_price: number }, data: OfferData, context: MailContext): Fact[] => [
  named(hold, context),
  [context.labels.departureOffer.difference, context.formats.money(data, hold.total_price)],
];

type Named = Moment & { title: string; titles?: Record<string, string> | null | undefined };
const titleIn = ({ title, titles }: Named, { language }: MailContext): string =>
  oneLine(titles?.[language.code] ?? title);
const named = (one: Named, context: MailContext): Fact => [titleIn(one, context), momentOf(one, context)];
const momentOf = ({ service_date, start_time }: Moment, { formats }: MailContext): string =>
  [formats.longDate(service_date), ...(start_time ? [formats.clock(start_time)] : [])].join(', ');

type Moment = { service_date: string; start_time?: string | null | undefined };
const byMoment = (a: Moment, b: Moment): number =>
  a.service_date.localeCompare(b.service_date) || (a.start_time ?? '').localeCompare(b.start_time ?? '');

type OfferData = z.infer<typeof offerData>;

function refundToOf({ offer, paid_by_other }: OfferData): OfferRefundTo {
  if (offer.card_waits) return 'card';
  return offer.refund_amount <= 0 ? 'nobody' : paid_by_other ? 'payer' : 'holder';
}
