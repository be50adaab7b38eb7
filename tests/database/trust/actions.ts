import { BOOKING_ACTIONS } from './booking-actions.ts';
import { PEOPLE_ACTIONS } from './people-actions.ts';
import { REGION_ACTIONS } from './region-actions.ts';
import { type Choice, Turn } from './turn.ts';
import type { World } from './world.ts';

const ACTIONS = { ...BOOKING_ACTIONS, ...PEOPLE_ACTIONS, ...REGION_ACTIONS } satisfies Record<
  string,
  (turn: Turn) => Promise<unknown>
>;

export type Action = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as Action[];

/** An attempted action. */
export type Step = { action: Action } & Choice;

/**
 * Performs the action, or is refused by one of our errors, a policy, or a constraint on a direct write. Any other
 * error is a bug. `idle`: there was nothing to act on.
 */
export async function take(world: World, step: Step): Promise<'done' | 'refused' | 'idle'> {
  const turn = new Turn(world, step);
  try {
    await ACTIONS[step.action](turn);
    return turn.tried ? 'done' : 'idle';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const status = (error as { status?: number }).status;
    if (/^(PT4\d\d|42501)$/.test(code ?? '') || (status !== undefined && status < 500)) return 'refused';
    if (/^\{"error"|"code":/.test(message)) return 'refused';
    throw error;
  }
}
