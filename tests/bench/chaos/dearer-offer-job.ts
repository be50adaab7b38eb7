import { codeOfEmail } from './emails.ts';
import { addTrip, captured, heldByCard, type JobContext, type OwnTrip, textIn } from './job-context.ts';
import { type Answered, invoke, newPerson, type Person, payByCard, rpc } from './people.ts';
import { moveTo } from './plans.ts';
import { wait } from './rng.ts';
import { localDay } from './seed-data.ts';
import { count } from './trip.ts';

/**
 * How a guest answers: signed in, by the emailed link without an account, or on the phone with a payment link from
 * staff.
 */
const PLACES = ['My Bookings', 'letter', 'telephone'] as const;
const PAYERS = ['pays', 'pays twice', 'comes again', 'gives up', 'takes the money'] as const;
/** Each round has three guests, so that each kind of payer has each position. */
export const DEARER_OFFER_ROUNDS = 5;

type Row = Record<string, unknown>;
interface Guest {
  who: Person;
  /** Answering and paying by a link needs no account. */
  reader: Person;
  offer: string;
  place: (typeof PLACES)[number];
  payer: (typeof PAYERS)[number];
  /** Read from the email. */
  token: string | undefined;
}

let guests = 0;

/**
 * Three guests have booked a trip that is cancelled, and staff propose a more expensive one. Its difference is paid
 * by card, or not.
 */
export async function payDearerOffers(context: JobContext): Promise<void> {
  const { stack, seedData, who, n } = context;
  const trip = await addTrip(context, 150);
  const dearer = await addTrip(context, 400);
  const people = [who, await newPerson(stack, `job-${n}-second`), await newPerson(stack, `job-${n}-third`)];
  await Promise.all(people.map((one) => book({ ...context, who: one }, trip)));
  await rpc(stack, seedData.staff, 'cancel_departures', {
    p_selection: {
      departures: [{ service_id: trip.id, slot_id: trip.slot, service_date: localDay(DAY) }],
    },
    p_reason: 'weather',
    p_message: 'Rain',
    p_key: crypto.randomUUID(),
    p_proposed_service_id: dearer.id,
  });
  await Promise.all(
    people.map(async (one) => {
      const guest = await guestWithOffer(context, one, trip);
      if (guest) await answerAndPay(context, guest, dearer);
    }),
  );
}

const DAY = 7;

async function book(context: JobContext, trip: OwnTrip): Promise<void> {
  const { stack, who, log, going } = context;
  const hold = await heldByCard(context, {
    service_id: trip.id,
    slot_id: trip.slot,
    service_date: localDay(DAY),
    num_people: 2,
  });
  if (!hold) return;
  await payByCard(stack, hold.secret, 'pm_card_visa');
  const booking = textIn(await invoke(stack, who, 'confirm-payment', { hold_id: hold.id }), 'booking_id');
  if (!booking) return;
  log.told.push({ kind: 'experience', id: booking });
  await captured(stack, hold.secret.split('_secret_')[0] ?? '', going);
}

/** Ends the two minutes to undo the cancellation. */
async function guestWithOffer({ stack }: JobContext, who: Person, trip: OwnTrip): Promise<Guest | null> {
  const [row] = await stack.sql<{ id: string }[]>`
    select o.id from private.departure_offers o join public.bookings b on b.id = o.booking_id join public.departures d on d.id = o.departure_id
     where o.state = 'open' and b.tourist_id = ${who.id} and d.service_id = ${trip.id}`;
  if (!row) return null;
  const letter = stack.sql`dedupe_key = ${`email:departure_offer:${row.id}`}`;
  const token = await codeOfEmail(stack, letter, who.email, LINK);
  await stack.sql`update private.departure_offers set opens_at = now() where id = ${row.id} and opens_at > now()`;
  guests += 1;
  const place = PLACES[guests % PLACES.length] ?? 'letter';
  const payer = PAYERS[guests % PAYERS.length] ?? 'pays';
  const visitor = { ...who, token: stack.keys.publishable };
  return { who, reader: place === 'My Bookings' ? who : visitor, offer: row.id, place, payer, token };
}

const LINK = /\/offer#([0-9a-f]+)/;

async function answerAndPay(context: JobContext, guest: Guest, dearer: OwnTrip): Promise<void> {
  const { stack, log } = context;
  let opened = await openCardForm(context, guest, dearer);
  // The page was closed. The same answer returns the same seats, and these the same payment.
  if (guest.payer === 'comes again') opened = await openCardForm(context, guest, dearer);
  if (!opened) return;
  count(log, `dearer place, ${guest.place}: ${guest.payer}`);
  if (guest.payer === 'gives up') return;
  const { request, secret } = opened;
  const pay = () => payByCard(stack, secret, 'pm_card_visa');
  await (guest.payer === 'pays twice' ? Promise.all([pay(), pay()]) : pay());
  if (guest.payer === 'comes again') return; // closes the page, so only Stripe reports the payment
  const confirm = () => invoke(stack, guest.reader, 'confirm-payment', request);
  const meanwhile = [];
  if (guest.payer === 'pays twice') meanwhile.push(confirm());
  if (guest.payer === 'takes the money') meanwhile.push(answer(context, guest, { p_answer: 'refund' }));
  const [confirmed] = await Promise.all([confirm(), ...meanwhile]);
  count(log, `dearer place: ${String(confirmed.body.state ?? confirmed.body.code ?? confirmed.status)}`);
  if (confirmed.body.state === 'booked') log.toldOfPlaces.push(request.hold_id);
}

interface CardForm {
  request: { hold_id: string; offer?: string };
  secret: string;
}

async function openCardForm(context: JobContext, guest: Guest, dearer: OwnTrip): Promise<CardForm | null> {
  const { stack, log } = context;
  const hold = await chooseDearer(context, guest, dearer);
  const link = hold && guest.place === 'telephone' ? await linkToPay(context, guest, hold) : guest.token;
  if (!hold || (guest.place !== 'My Bookings' && !link)) {
    count(log, `no dearer place kept, ${guest.place}`);
    return null;
  }
  const request = { hold_id: hold, ...(guest.place !== 'My Bookings' && link && { offer: link }) };
  const begin = () => invoke(stack, guest.reader, 'create-payment-intent', request);
  const [begun] = await Promise.all([begin(), ...(guest.payer === 'pays twice' ? [begin()] : [])]);
  const secret = textIn(begun, 'client_secret');
  if (!secret) count(log, `dearer place not paid: ${String(begun.body.code ?? begun.status)}`);
  return secret ? { request, secret } : null;
}

/** Staff never read the link, because it is emailed. */
const linkToPay = ({ stack }: JobContext, { offer, who }: Guest, hold: string) =>
  codeOfEmail(stack, stack.sql`dedupe_key = ${`email:departure_offer:${offer}:${hold}`}`, who.email, LINK);

function answer(
  { stack, seedData }: JobContext,
  { who, reader, offer, place, token }: Guest,
  how: Row,
): Promise<Answered> {
  if (place === 'letter') return rpc(stack, reader, 'answer_offer_by_link', { p_token: token, ...how });
  return rpc(stack, place === 'telephone' ? seedData.staff : who, 'answer_departure_offer', {
    p_offer_id: offer,
    ...how,
  });
}

const ATTEMPTS = 5;

/** Prices change all the time, and the guest reloads after a change. Returns the hold. */
async function chooseDearer(context: JobContext, guest: Guest, dearer: OwnTrip): Promise<string | null> {
  const { stack } = context;
  for (let attempt = 1; ; attempt += 1) {
    const read = await (guest.place === 'letter'
      ? rpc(stack, guest.reader, 'departure_offer_by_link', { p_token: guest.token })
      : rpc(stack, guest.who, 'my_departure_offers', {}));
    const offers = guest.place === 'letter' ? [read.body] : (Object.values(read.body) as Row[]);
    const choices = (offers.find(({ offer_id }) => offer_id === guest.offer)?.choices ?? []) as Row[];
    const choice = choices.find(({ service_id, extra_amount }) => service_id === dearer.id && Number(extra_amount) > 0);
    if (!choice) return null;
    const { body } = await answer(context, guest, moveTo(choice));
    const hold = (body.hold as Row | null | undefined)?.hold_id;
    if (typeof hold === 'string' || body.hint !== 'price_changed' || attempt >= ATTEMPTS)
      return typeof hold === 'string' ? hold : null;
    await wait(200);
  }
}
