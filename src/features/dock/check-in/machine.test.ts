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
  ['asks the server with a connection', asking, [], { is: 'asking', touched: false }],
  ['decides without the server on a phone that knows it is offline', alone, [], { is: 'alone' }],
  ['shows a response', asking, [{ type: 'answered' }], { is: 'asked' }],
  ['decides on the phone with a slow connection', asking, [{ type: 'slow' }], { is: 'alone' }],
  ['decides on the phone if nothing can be reached', asking, [{ type: 'unreached' }], { is: 'alone' }],
  ['decides on the phone once nothing can be reached any longer', asked, [{ type: 'unreached' }], { is: 'alone' }],
  ['ignores a slow connection after a response in time', asked, [{ type: 'slow' }], { is: 'asked' }],
  ["replaces the phone's decision by a late response", alone, [{ type: 'answered' }], { is: 'asked' }],
  [
    "keeps the phone's decision once clicked, despite a late response",
    alone,
    [{ type: 'act' }, { type: 'answered' }],
    { is: 'alone' },
  ],
  [
    "keeps the phone's decision once clicked, despite a lost connection",
    alone,
    [{ type: 'act' }, { type: 'unreached' }],
    { is: 'alone' },
  ],
  [
    'starts again before the click when reopened',
    alone,
    [{ type: 'act' }, { type: 'ask' }, { type: 'answered' }],
    { is: 'asked' },
  ],
  ['shows the ticket after a click until the response', asked, [{ type: 'act' }], { is: 'asked', touched: true }],
  ['shows what was done', asked, [{ type: 'act' }, done], { is: 'done', booking, touched: true }],
  [
    'keeps what was done, whatever is read',
    run(asked, done),
    [{ type: 'answered' }, { type: 'unreached' }],
    { is: 'done' },
  ],
  ['shows the ticket after undoing what was done', run(asked, done), [{ type: 'act' }], { is: 'asked' }],
  ['shows what is queued', asked, [{ type: 'act' }, keep], { is: 'kept', booking, touched: true }],
  [
    'keeps what is queued, whatever is read',
    kept,
    [{ type: 'answered' }, { type: 'unreached' }, { type: 'slow' }],
    { is: 'kept' },
  ],
  ['shows the ticket again once the queued action is undone', kept, [{ type: 'undo' }], { is: 'asked', touched: true }],
  ['decides on the phone again after an undo offline', keptAlone, [{ type: 'undo' }], { is: 'alone' }],
  [
    'keeps that decision despite a late response',
    keptAlone,
    [{ type: 'undo' }, { type: 'answered' }],
    { is: 'alone', touched: true },
  ],
  ['shows a late success as done', kept, [late], { is: 'done', booking }],
  ['ignores a late success once it was undone', kept, [{ type: 'undo' }, late], { is: 'asked' }],
  ['ignores a late success of another click', kept, [{ ...late, request: { action: 'checked_in' } }], { is: 'kept' }],
  ['shows the ticket after a late undo', kept, [late, { type: 'act' }], { is: 'asked' }],
])('%s', (_, from, events, expected) => {
  expect(run(from, ...events)).toMatchObject(expected);
});
