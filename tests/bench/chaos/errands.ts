import sharp from 'sharp';
import { wait } from './dice.ts';
import { type Answered, invoke, newAccount, newPerson, PASSWORD, type Person, payByCard, rpc } from './people.ts';
import type { Going } from './referee.ts';
import type { Stage } from './stage.ts';
import { count, type Diary } from './tourist.ts';
import { type ChaosWorld, quietRequest } from './world.ts';

/** What happens too seldom by itself in a run of a few minutes is done on purpose, until the functions were killed at each of its steps. */
interface Errand {
  name: string;
  /** The steps that it is there for. */
  steps: RegExp;
  run(errand: Scene): Promise<void>;
}

interface Scene {
  stage: Stage;
  world: ChaosWorld;
  diary: Diary;
  /** Of the errand's own people: nobody else books or uploads in their name. */
  who: Person;
  /** Grows from errand to errand. */
  n: number;
}

const ERRANDS: Errand[] = [
  { name: 'passport', steps: /passport|storage/, run: carryPapers },
  { name: 'letter', steps: /contact|emails/, run: writeToTeam },
  { name: 'new colleague', steps: /team_member|admin\/users/, run: hire },
  { name: 'farewell', steps: /account|deletion|admin\/users|token|logout|:bucket/, run: sayFarewell },
  { name: 'refund', steps: /refunds|capture|stripe_op|booking_email/, run: giveBack },
  { name: 'second thoughts', steps: /cancel|payment/, run: thinkAgain },
];
let errandsRun = 0;

/** All side by side: one that waits for the functions to come back does not keep the others waiting. */
export async function runErrands(stage: Stage, world: ChaosWorld, diary: Diary, going: Going): Promise<void> {
  const missing = (errand: Errand) => stage.faults.gaps().some(({ step }) => errand.steps.test(step));
  const repeat = async (errand: Errand) => {
    for (let round = 0; going(); round += 1) {
      if (round === 0 || missing(errand)) {
        errandsRun += 1;
        const n = errandsRun;
        await errand.run({ stage, world, diary, who: await newPerson(stage, `errand-${n}`), n });
        count(diary, `errand: ${errand.name}`);
      }
      await wait(500);
    }
  };
  await Promise.all(ERRANDS.map(repeat));
}

/** The field of an answer, where there is one: an errand goes on as far as it gets. */
const textIn = ({ body }: Answered, field: string) =>
  typeof body[field] === 'string' ? (body[field] as string) : null;

const IMAGE = await sharp({ create: { width: 120, height: 120, channels: 3, background: 'white' } })
  .png()
  .toBuffer();
const upload = async ({ stage, who }: Scene) => textIn(await invoke(stage, who, 'passport', IMAGE), 'path');
const day = ({ n }: Scene) => 30 + n;

/** One image is taken back unused, one goes with a booking and is opened and taken back, one is forgotten. */
async function carryPapers(scene: Scene): Promise<void> {
  const { stage, world, who } = scene;
  const unused = await upload(scene);
  if (unused) await invoke(stage, who, 'remove-passport', { path: unused });
  const image = await upload(scene);
  const request = quietRequest(world, day(scene), { payment_method: 'cash', passport_image: image });
  const hold = textIn(await rpc(stage, who, 'create_hold', { p: request }), 'hold_id');
  const booking = hold && textIn(await rpc(stage, who, 'book_cash', { p_hold_id: hold }), 'booking_id');
  if (booking) {
    const which = { kind: 'experience', booking_id: booking };
    scene.diary.told.push({ kind: which.kind, id: booking });
    await invoke(stage, world.staff, 'open-passport', which);
    await invoke(stage, who, 'remove-passport', which);
    await rpc(stage, who, 'cancel_booking', { p_kind: which.kind, p_booking_id: booking });
  }
  const forgotten = await upload(scene);
  if (forgotten)
    await stage.sql`update storage.objects set created_at = created_at - interval '2 days' where name = ${forgotten}`;
}

async function writeToTeam({ stage, who, n }: Scene): Promise<void> {
  await invoke(stage, who, 'send-contact-email', {
    name: 'Ana',
    subject: `Question ${n}`,
    message: 'Is there a boat?',
  });
}

/** A new account, and one whose making was interrupted: the second call goes on with it. */
async function hire({ stage, world, n }: Scene): Promise<void> {
  const make = (name: string) => ({
    role: 'territory_staff',
    full_name: name,
    email: `${name}@chaos.test`,
    password: PASSWORD,
  });
  await invoke(stage, world.manager, 'create-team-member', make(`colleague-${n}`));
  const begun = make(`begun-${n}`);
  const id = textIn(
    await rpc(stage, world.manager, 'begin_team_member', {
      p_role: begun.role,
      p_email: begun.email,
      p_full_name: begun.full_name,
    }),
    'id',
  );
  if (id) await newAccount(stage, `begun-${n}`, id);
  await invoke(stage, world.manager, 'create-team-member', begun);
}

/** An account with a file and with a payment that was begun, deleted. What is interrupted ends with the reconciler. */
async function sayFarewell(scene: Scene): Promise<void> {
  const { stage, who, diary } = scene;
  await upload(scene);
  const { status } = await invoke(stage, who, 'delete-account', { password: PASSWORD }, 4);
  count(diary, `farewell: ${status}`);
}

/** Charged, then a part given back by staff, then all. */
async function giveBack(scene: Scene): Promise<void> {
  const { stage, world, who } = scene;
  const hold = await heldByCard(scene);
  if (!hold) return;
  await payByCard(stage, hold.secret, 'pm_card_visa');
  const booking = textIn(await invoke(stage, who, 'confirm-payment', { hold_id: hold.id }), 'booking_id');
  if (!booking) return;
  scene.diary.told.push({ kind: 'experience', id: booking });
  await invoke(stage, who, 'send-booking-email', { type: 'experience', booking_id: booking });
  const which = { p_kind: 'experience', p_booking_id: booking };
  await rpc(stage, world.staff, 'refund_booking', { ...which, p_amount: 20 });
  await invoke(stage, who, 'confirm-payment', { hold_id: hold.id });
  await rpc(stage, world.staff, 'set_booking_status', { ...which, p_status: 'refunded' });
  await invoke(stage, who, 'confirm-payment', { hold_id: hold.id });
}

/** A card that is declined, then the seats given back; a card form that stays open too long; a payment of which Stripe knows nothing. */
async function thinkAgain(scene: Scene): Promise<void> {
  const { stage, who } = scene;
  const declined = await heldByCard(scene);
  if (declined) {
    await payByCard(stage, declined.secret, 'pm_card_chargeDeclined');
    await invoke(stage, who, 'confirm-payment', { hold_id: declined.id });
    await rpc(stage, who, 'release_hold', { p_hold_id: declined.id });
  }
  const open = await heldByCard(scene);
  if (open) await stage.sql`update private.holds set expires_at = now() where id = ${open.id} and state = 'held'`;
  const lost = await heldByCard(scene);
  if (lost)
    await stage.sql`update private.payments set payment_intent_id = ${`pi_lost${scene.n}`} where hold_id = ${lost.id}`;
}

async function heldByCard(scene: Scene): Promise<{ id: string; secret: string } | null> {
  const { stage, world, who } = scene;
  const id = textIn(await rpc(stage, who, 'create_hold', { p: quietRequest(world, day(scene), {}) }), 'hold_id');
  const secret = id && textIn(await invoke(stage, who, 'create-payment-intent', { hold_id: id }), 'client_secret');
  return id && secret ? { id, secret } : null;
}
