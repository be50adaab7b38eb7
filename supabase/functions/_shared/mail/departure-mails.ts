import { z } from 'zod';
import { mailLink } from '../link-targets.ts';
import { letterOf } from './booking-facts.ts';
import type { MailContext } from './context.ts';
import { bookingData } from './data.ts';
import { reasonBlocks } from './departure-facts.ts';
import type { OfferRefundTo } from './departure-labels.ts';
import { oneLine } from './html.ts';
import type { Block, Fact } from './layout.ts';
import { type Mail, mail } from './mail.ts';

const offerData = bookingData.extend({
  /** The token of the link: who has it chooses. */
  code: z.string().regex(/^[0-9a-f]{32,128}$/),
  offer: z.object({
    /** Of what was booked. */
    service_id: z.string(),
    reason: z.string(),
    message: z.string().nullish(),
    expires_at: z.string(),
    time_zone: z.string(),
    refund_amount: z.coerce.number(),
    /** The card is only authorised: nothing was taken. */
    card_waits: z.boolean().nullish(),
    /** Seats of a dearer service that are kept until they are paid for, as of when this is written. */
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
        /** Of what was booked, or of what the operator proposes instead. */
        service_id: z.string(),
        title: z.string(),
        /** In every language that it is written in; letters of before had none. */
        titles: z.record(z.string(), z.string()).nullish(),
        service_date: z.string(),
        start_time: z.string().nullish(),
      }),
    ),
  }),
});

/** So many dates are named of what was booked, and one of what is proposed instead; all are on the page. */
const MAX_NAMED = 3;

/** To the guest of a departure that does not take place: where they could go instead, and what goes back otherwise. */
export function departureOfferMail(given: unknown, context: MailContext): Mail {
  const data = offerData.parse(given);
  const { labels, formats, language } = context;
  const { choices, refund_amount, expires_at, time_zone } = data.offer;
  const { departureOffer } = labels;
  const { hold } = data.offer;
  const refundTo = refundToOf(data);
  // How much goes back to somebody else is not the holder's.
  const amount = refundTo === 'holder' ? formats.money(data, refund_amount) : null;
  const own = choices.filter(({ service_id }) => service_id === data.offer.service_id);
  const proposed = choices.find(({ service_id }) => service_id !== data.offer.service_id);
  const titleOf = ({ title, titles }: Pick<(typeof choices)[number], 'title' | 'titles'>): string =>
    oneLine(titles?.[language.code] ?? title);
  const moment = (date: string, time: string | null | undefined): string =>
    [formats.longDate(date), ...(time ? [formats.clock(time)] : [])].join(', ');
  // The database has the nearest to the lost day first.
  const dates: Fact[] = own
    .slice(0, MAX_NAMED)
    .toSorted(byMoment)
    .map((one) => [departureOffer.instead, moment(one.service_date, one.start_time)]);
  const named = (one: Pick<(typeof choices)[number], 'title' | 'titles' | 'service_date' | 'start_time'>): Fact => [
    titleOf(one),
    moment(one.service_date, one.start_time),
  ];
  const momentAt = (at: string) => `${formats.dayAt(at, time_zone)}, ${formats.clockAt(at, time_zone)}`;
  const chosen = (kept: NonNullable<typeof hold>): Fact[] => [
    named(kept),
    [departureOffer.difference, formats.money(data, kept.total_price)],
  ];
  const blocks: Block[] = [
    {
      kind: 'text',
      text: hold ? departureOffer.ended(oneLine(data.title)) : departureOffer.intro(oneLine(data.title), refundTo),
    },
    ...(hold ? [{ kind: 'text', text: departureOffer.toPay(momentAt(hold.expires_at)) } as const] : []),
    ...reasonBlocks(data.offer, labels),
    {
      kind: 'facts',
      rows: [
        [labels.fact.booking, data.title],
        [labels.fact.date, moment(data.booking_date, data.start_time)],
        ...(hold ? chosen(hold) : [...dates, ...(proposed ? [named(proposed)] : [])]),
        [labels.fact.refund, hold || data.offer.card_waits ? null : amount],
      ],
    },
    ...(proposed && !hold ? [{ kind: 'text', text: departureOffer.proposed(titleOf(proposed)) } as const] : []),
    {
      kind: 'button',
      label: hold ? departureOffer.pay : departureOffer.choose,
      href: context.link(mailLink.offer(data.code)),
    },
    {
      kind: 'text',
      text: hold
        ? departureOffer.unpaid(momentAt(expires_at))
        : departureOffer.unanswered(momentAt(expires_at), amount, refundTo),
    },
    { kind: 'note', text: departureOffer.noAccount },
  ];
  const { subject, heading, preview } = departureOffer;
  const letter = hold
    ? { subject: departureOffer.paySubject(oneLine(data.title)), preview: departureOffer.payPreview, heading, blocks }
    : {
        subject: subject(oneLine(data.title), formats.shortDate(data.booking_date)),
        preview: preview(refundTo),
        heading,
        blocks,
      };
  return mail(letterOf(data, context, letter), context);
}

type Moment = { service_date: string; start_time?: string | null | undefined };
const byMoment = (a: Moment, b: Moment): number =>
  a.service_date.localeCompare(b.service_date) || (a.start_time ?? '').localeCompare(b.start_time ?? '');

type OfferData = z.infer<typeof offerData>;

function refundToOf({ offer, paid_by_other }: OfferData): OfferRefundTo {
  if (offer.card_waits) return 'card';
  return offer.refund_amount <= 0 ? 'nobody' : paid_by_other ? 'payer' : 'holder';
}
