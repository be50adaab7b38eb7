import type { CheckInBooking, Press } from './queries';

/**
 * A scanned ticket as one table of states, without side effects: `CheckInScreen` asks, waits and sends, and reports back with an event. An event
 * that a state does not know changes nothing.
 */
type Stage =
  | { is: 'asking' }
  // Offline, or no answer in time: the phone decides by itself. Once something is pressed, a late answer no longer changes its decision.
  | { is: 'alone'; pressed: boolean }
  // The server said what the ticket is, or refused it.
  | { is: 'asked' }
  // What was pressed waits on the phone; `booking`: null where the phone knows no more than the ticket. `undone`: where undoing it leads.
  | { is: 'kept'; press: Press; booking: CheckInBooking | null; undone: Stage }
  | { is: 'done'; press: Press; booking: CheckInBooking };

/** `touched`: something was pressed here, so that the ticket is no longer checked in without a tap. */
export type CheckInState = Stage & { touched: boolean };

export type CheckInEvent =
  | { type: 'ask' }
  /** The answer takes too long. */
  | { type: 'slow' }
  | { type: 'unreached' }
  | { type: 'answered' }
  | { type: 'press' }
  | { type: 'keep'; press: Press; booking: CheckInBooking | null }
  | { type: 'do'; press: Press; booking: CheckInBooking }
  /** The server has done what waits on the phone after all. */
  | { type: 'late'; press: Press; booking: CheckInBooking }
  | { type: 'undo' };

/** A phone that knows that it is offline waits for no answer. */
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
      // Only an undo is pressed there: the ticket is shown again until it is answered.
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
