import type { CheckInBooking, Press } from './queries';

/**
 * The states of a scanned ticket as a table without side effects: `CheckInScreen` makes requests and reports events.
 * Unknown events in a state are ignored.
 */
type Stage =
  | { is: 'asking' }
  // Offline, or no answer in time: the phone decides. After a tap, a late answer no longer changes its decision.
  | { is: 'alone'; pressed: boolean }
  // The server's answer or refusal.
  | { is: 'asked' }
  // An action waits on the phone; `booking`: null if the phone knows only the ticket. `undone`: the state after undoing
  // it.
  | { is: 'kept'; press: Press; booking: CheckInBooking | null; undone: Stage }
  | { is: 'done'; press: Press; booking: CheckInBooking };

/** `touched`: something was tapped, so the ticket is no longer checked in automatically. */
export type CheckInState = Stage & { touched: boolean };

export type CheckInEvent =
  | { type: 'ask' }
  /** The answer is late. */
  | { type: 'slow' }
  | { type: 'unreached' }
  | { type: 'answered' }
  | { type: 'press' }
  | { type: 'keep'; press: Press; booking: CheckInBooking | null }
  | { type: 'do'; press: Press; booking: CheckInBooking }
  /** The server has done the waiting action after all. */
  | { type: 'late'; press: Press; booking: CheckInBooking }
  | { type: 'undo' };

/** A phone that is offline waits for no answer. */
export const startOf = (online: boolean): CheckInState => ({
  ...(online ? { is: 'asking' } : { is: 'alone', pressed: false }),
  touched: false,
});

function stageAfter(stage: Stage, event: CheckInEvent): Stage {
  const over = stage.is === 'kept' || stage.is === 'done';
  switch (event.type) {
    case 'ask':
      return { is: 'asking' };
    case 'slow':
      return stage.is === 'asking' ? { is: 'alone', pressed: false } : stage;
    case 'unreached':
      return over || stage.is === 'alone' ? stage : { is: 'alone', pressed: false };
    case 'answered':
      return over || (stage.is === 'alone' && stage.pressed) ? stage : { is: 'asked' };
    case 'press':
      if (stage.is === 'alone') return { is: 'alone', pressed: true };
      // Only an undo is possible there: the ticket is shown again until it is answered.
      return stage.is === 'done' ? { is: 'asked' } : stage;
    case 'keep':
      return { is: 'kept', press: event.press, booking: event.booking, undone: stage };
    case 'do':
      return { is: 'done', press: event.press, booking: event.booking };
    case 'late':
      // Not after it was undone.
      return stage.is === 'kept' && stage.press === event.press
        ? { is: 'done', press: event.press, booking: event.booking }
        : stage;
    case 'undo':
      return stage.is === 'kept' ? stage.undone : stage;
  }
}

export const checkInReducer = (state: CheckInState, event: CheckInEvent): CheckInState => ({
  ...stageAfter(state, event),
  touched: state.touched || event.type === 'press',
});
