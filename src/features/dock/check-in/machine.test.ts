// @vitest-environment node
import { aCheckInBooking } from '@tests/support/factories';
import { expect, it } from 'vitest';
import { type CheckInEvent, type CheckInState, checkInReducer, startOf } from './machine';
import type { CheckInRequest } from './queries';

const booking = aCheckInBooking();
const request: CheckInRequest = { action: 'checked_in' };
const asking = startOf(true);
const alone = startOf(false);
const run = (from: CheckInState, ...events: CheckInEvent[]) => events.reduce(checkInReducer, from);
const keep: CheckInEvent = { type: 'keep', request, booking };
const done: CheckInEvent = { type: 'do', request, booking };
const late: CheckInEvent = { type: 'late', request, booking };
const asked = run(asking, { type: 'answered' });
const kept = run(asked, { type: 'act' }, keep);
const keptAlone = run(alone, { type: 'act' }, keep);

it.each<[string, CheckInState, CheckInEvent[], Partial<CheckInState>]>([
  ['a phone with a line asks', asking, [], { is: 'asking', touched: false }],
  ['a phone that knows that it has none decides alone', alone, [], { is: 'alone' }],
  ['an answer is shown', asking, [{ type: 'answered' }], { is: 'asked' }],
  ['on a slow line the phone decides', asking, [{ type: 'slow' }], { is: 'alone' }],
  ['where nobody is reached the phone decides', asking, [{ type: 'unreached' }], { is: 'alone' }],
  ['where nobody is reached any more, too', asked, [{ type: 'unreached' }], { is: 'alone' }],
  ['an answer in time knows no slow line', asked, [{ type: 'slow' }], { is: 'asked' }],
  ['a late answer takes the place of the phone’s', alone, [{ type: 'answered' }], { is: 'asked' }],
  [
    'once acted on, the phone’s decision stands over a late answer',
    alone,
    [{ type: 'act' }, { type: 'answered' }],
    { is: 'alone' },
  ],
  ['and over a line that is lost again', alone, [{ type: 'act' }, { type: 'unreached' }], { is: 'alone' }],
  [
    'asked again it is as before the action',
    alone,
    [{ type: 'act' }, { type: 'ask' }, { type: 'answered' }],
    { is: 'asked' },
  ],
  ['a request shows the ticket until it is answered', asked, [{ type: 'act' }], { is: 'asked', touched: true }],
  ['what is done is shown', asked, [{ type: 'act' }, done], { is: 'done', booking, touched: true }],
  ['and stays, whatever is read', run(asked, done), [{ type: 'answered' }, { type: 'unreached' }], { is: 'done' }],
  ['undoing what is done shows the ticket', run(asked, done), [{ type: 'act' }], { is: 'asked' }],
  ['what waits is shown', asked, [{ type: 'act' }, keep], { is: 'kept', booking, touched: true }],
  [
    'and stays, whatever is read',
    kept,
    [{ type: 'answered' }, { type: 'unreached' }, { type: 'slow' }],
    { is: 'kept' },
  ],
  ['undone, it is the ticket again', kept, [{ type: 'undo' }], { is: 'asked', touched: true }],
  ['undone alone, the phone decides again', keptAlone, [{ type: 'undo' }], { is: 'alone' }],
  [
    'and its decision stands over a late answer',
    keptAlone,
    [{ type: 'undo' }, { type: 'answered' }],
    { is: 'alone', touched: true },
  ],
  ['what was done after all is done', kept, [late], { is: 'done', booking }],
  ['but not once it was undone', kept, [{ type: 'undo' }, late], { is: 'asked' }],
  ['nor for another request', kept, [{ ...late, request: { action: 'checked_in' } }], { is: 'kept' }],
  ['undone late, it is the ticket', kept, [late, { type: 'act' }], { is: 'asked' }],
])('%s', (_, from, events, expected) => {
  expect(run(from, ...events)).toMatchObject(expected);
});
