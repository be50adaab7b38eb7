import type { CheckInBooking, Press } from './queries';

/**
 * The states of a scanned ticket as a table without side effects. `CheckInScreen` makes the requests and reports
 * events. Events that a state doesn't know are ignored.
 */
type Stage =
  | { is: 'asking' }
  // The phone is offline or got no response in time, so it decides. Once something was tapped, a late response
  // doesn't change this decision.
  | { is: 'alone'; pressed: boolean }
  // The server has answered or refused.
  | { is: 'asked' }
  // An action waits on the phone. `booking` is null if the phone knows only the ticket. `undone` is the state after
  // undoing the action.
  | { is: 'kept'; press: Press; booking: CheckInBooking | null; undone: Stage }
  | { is: 'done'; press: Press; booking: CheckInBooking };

/** `touched` means that something was tapped, so that the ticket is no longer checked in automatically. */
export type CheckInState = Stage & { touched: boolean };

export type CheckInEvent =
  | { type: 'ask' }
  /** The response is late. */
  | { type: 'slow' }
  | { type: 'unreached' }
  | { type: 'answered' }
  | { type: 'press' }
  | { type: 'keep'; press: Press; booking: CheckInBooking | null }
  | { type: 'do'; press: Press; booking: CheckInBooking }
  /** The server has performed the waiting action after all. */
  | { type: 'late'; press: Press; booking: CheckInBooking }
  | { type: 'undo' };

/** A phone that is offline doesn't wait for a response. */
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
      // The only possible action is the undo, so we show the ticket again until the response arrives.
      return stage.is === 'done' ? { is: 'asked' } : stage;
    case 'keep':
      return { is: 'kept', press: event.press, booking: event.booking, undone: stage };
    case 'do':
      return { is: 'done', press: event.press, booking: event.booking };
    case 'late':
      // The event is ignored if the action was undone.
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
