import { t } from '@lingui/core/macro';
import { formatMoney } from '@/lib/format/money';
import { listFormat } from '@/lib/i18n/intl';
import { paths, withQuery } from '@/lib/routing/paths';
import { WHEN_IT_RUNS, WHO_GUIDES } from '../experiences/sections';
import type { FirstSteps, Need } from './queries';

export type StepState = 'done' | 'waiting' | 'next' | 'todo' | 'optional' | 'locked';

export interface Step {
  name: Need | 'transport' | 'visible';
  state: StepState;
  /** True if the territory can open without this step. */
  optional: boolean;
  title: string;
  /** Describes the current state, or what to do. */
  note: string;
  /** The link where the step can be done. The last step has none. */
  link?: { to: string; label: string };
}

/** Whether a step is needed depends on the others, so a draft doesn't have it yet. */
type Draft = Omit<Step, 'optional'>;

const tab = (name: string, more: Record<string, string> = {}) => withQuery(paths.manageRegion, { tab: name, ...more });

/** Returns the seven steps in order. The first one that the team can do is next. */
export function stepsOf(steps: FirstSteps): Step[] {
  const all = [settings(steps), guide(steps), experience(steps), slots(steps), pickup(steps), transport(steps)];
  const next = all.find(({ state }) => state === 'todo');
  // Transport alone can open a territory. It is then required, and the other steps are optional.
  const soldAlone = steps.lacks.some((need) => !steps.needs.includes(need));
  return [...all, visible(steps)].map((step) => ({
    ...step,
    state: step === next ? 'next' : step.state,
    optional: step.name === 'transport' ? !soldAlone : step.state === 'optional',
  }));
}

/** Counts the completed required steps, and the optional ones. */
export function progressOf(steps: readonly Step[]) {
  const needed = steps.filter(({ optional }) => !optional);
  const count = (state: StepState) => needed.filter((step) => step.state === state).length;
  return {
    needed,
    done: count('done'),
    waiting: count('waiting'),
    optional: steps.filter(({ optional, state }) => optional && state !== 'done'),
  };
}

/** Steps that block opening are required, and other missing steps are optional. */
function todo({ needs, lacks }: FirstSteps, need: Need): StepState {
  if (needs.includes(need)) return 'todo';
  return lacks.includes(need) ? 'optional' : 'done';
}

function settings(steps: FirstSteps): Draft {
  const state = todo(steps, 'settings');
  const currency = steps.territory.currency_code;
  return {
    name: 'settings',
    state,
    title: t`Region settings`,
    note:
      state === 'done'
        ? t`Name, text, pictures, prices in ${currency}, where guests meet`
        : t`Set where guests meet, and check the name, text, currency and time zone`,
    link: { to: tab('settings'), label: state === 'done' ? t`Edit settings` : t`Open settings` },
  };
}

function guide(steps: FirstSteps): Draft {
  const { awaited } = steps;
  const state = steps.lacks.includes('guide') && awaited ? 'waiting' : todo(steps, 'guide');
  return {
    name: 'guide',
    state,
    title: t`First guide`,
    note:
      state === 'done'
        ? guides(steps.guide)
        : awaited
          ? waitingFor(awaited)
          : t`Invite the person who leads the trips. They accept with the email we send them.`,
    link:
      state === 'todo' || state === 'optional'
        ? { to: paths.editGuide('new'), label: t`Invite a guide` }
        : { to: tab('guides'), label: t`See guides` },
  };
}

const guides = (name: string | null) => t`${name ?? ''} guides here`;

/** Returns the name of an invited person as the invitation has it. */
const nameOf = ({ full_name, email }: NonNullable<FirstSteps['awaited']>) => full_name || email;

/** Names the people who haven't answered yet. */
export function waitingFor(awaited: NonNullable<FirstSteps['awaited']>): string {
  const { email } = awaited;
  const name = nameOf(awaited);
  return awaited.undelivered
    ? t`Waiting for ${name}. Our email to ${email} couldn't be delivered: check the address and send it again.`
    : t`Waiting for ${name} to accept the invitation`;
}

function experience(steps: FirstSteps): Draft {
  const state = todo(steps, 'experience');
  const { experience: first, territory } = steps;
  const unled = state !== 'done';
  const title = first?.title ?? '';
  const price = first?.price ? formatMoney(first.price, territory.currency_symbol) : '';
  return {
    name: 'experience',
    state,
    title: t`First experience`,
    note: !first
      ? t`The trip visitors book: pictures, price, seats. It stays a hidden draft until its guide accepts.`
      : unled
        ? t`${title} has no guide yet. Choose one under “Guides”.`
        : price
          ? t`${title}, ${price}`
          : title,
    link: first
      ? {
          to: paths.editExperience(first.id) + (unled ? WHO_GUIDES : ''),
          label: unled ? t`Choose a guide` : first.visible ? t`Open the experience` : t`Open the draft`,
        }
      : { to: paths.editExperience('new'), label: t`Add an experience` },
  };
}

function slots(steps: FirstSteps): Draft {
  const { experience: first } = steps;
  const state = todo(steps, 'slots');
  const title = first?.title ?? '';
  return {
    name: 'slots',
    state,
    title: t`Time slots`,
    note:
      state === 'done'
        ? t`${title} has its days and times`
        : t`Set the days and times it leaves. Visitors can only book these.`,
    link: {
      to: paths.editExperience(first?.id ?? 'new') + (first ? WHEN_IT_RUNS : ''),
      label: state === 'done' ? t`Edit time slots` : t`Add time slots`,
    },
  };
}

function pickup(steps: FirstSteps): Draft {
  const state = todo(steps, 'pickup');
  const done = state === 'done';
  return {
    name: 'pickup',
    state,
    title: t`Pickup locations`,
    note: done ? t`Guests know where they'll be picked up` : t`The places where shuttles and guides pick guests up`,
    link: done
      ? { to: tab('transport'), label: t`Edit pickups` }
      : { to: tab('transport', { pickup: 'new' }), label: t`Add a pickup` },
  };
}

function transport({ transports }: FirstSteps): Draft {
  const done = transports > 0;
  return {
    name: 'transport',
    state: done ? 'done' : 'optional',
    title: t`Transport`,
    note: done
      ? t`Guests can find their way here`
      : t`Shuttles, boats and cars to and around the region. With these, you can open it even without a guide.`,
    link: done
      ? { to: tab('transport'), label: t`Edit transport` }
      : { to: paths.editTransport('new'), label: t`Add transport` },
  };
}

function visible(steps: FirstSteps): Draft {
  const { open, needs } = steps;
  return {
    name: 'visible',
    state: open ? 'done' : needs.length > 0 ? 'locked' : 'next',
    title: t`Make visible`,
    note: open
      ? t`Visitors can find the region and book`
      : needs.length > 0
        ? stillNeeded(steps)
        : steps.manages
          ? t`Everything is ready. Visitors will find the region as soon as you make it visible.`
          : t`Everything is ready. A manager of the region can now make it visible.`,
  };
}

const conjunction = listFormat({ type: 'conjunction' });

/** Returns a sentence about the missing steps, such as 'Opens when Marta accepts and time slots are in'. */
function stillNeeded({ needs, awaited }: FirstSteps): string {
  const named: Record<Need, string> = {
    settings: t`the region settings are complete`,
    guide: awaited ? acceptance(awaited) : t`a guide has accepted`,
    experience: t`an experience has a guide`,
    slots: t`the time slots have been added`,
    pickup: t`a pickup location has been added`,
  };
  const what = conjunction().format(needs.map((need) => named[need]));
  return t`Opens when ${what}`;
}

function acceptance(awaited: NonNullable<FirstSteps['awaited']>): string {
  const name = nameOf(awaited);
  return t`${name} accepts`;
}
