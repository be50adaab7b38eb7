// @vitest-environment node
import { firstSteps } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import type { FirstSteps } from './queries';
import { progressOf, stepsOf } from './steps';

const invited = firstSteps();
/** A new territory with a picture and nothing else. */
const empty = firstSteps({
  needs: ['settings', 'guide', 'experience', 'slots', 'pickup'],
  awaited: null,
  experience: null,
  experiences: 0,
});
const ready = firstSteps({ needs: [], guide: 'Marta Xol', awaited: null });

const states = (steps: FirstSteps) => Object.fromEntries(stepsOf(steps).map(({ name, state }) => [name, state]));
const noteOf = (steps: FirstSteps, name: string) => stepsOf(steps).find((step) => step.name === name)?.note;

describe('the first steps', () => {
  it('begin with the settings, and transport is optional', () => {
    expect(states(empty)).toEqual({
      settings: 'next',
      guide: 'todo',
      experience: 'todo',
      slots: 'todo',
      pickup: 'todo',
      transport: 'optional',
      visible: 'locked',
    });
  });

  it('continue past a person who hasn’t answered', () => {
    expect(states(invited)).toMatchObject({ settings: 'done', guide: 'waiting', experience: 'done', slots: 'next' });
    expect(noteOf(invited, 'guide')).toBe('Waiting for Marta Xol to accept the invitation');
    expect(noteOf(invited, 'experience')).toBe('Semuc Pools, Q195.00');
  });

  it('show that the email was not delivered', () => {
    const awaited = invited.awaited && { ...invited.awaited, undelivered: true };
    expect(noteOf({ ...invited, awaited }, 'guide')).toBe(
      "Waiting for Marta Xol. Our email to marta@example.test couldn't be delivered: check the address and send it again.",
    );
  });

  it('explain what the last one still needs', () => {
    expect(noteOf(invited, 'visible')).toBe(
      'Opens when Marta Xol accepts, the time slots have been added, and a pickup location has been added',
    );
    expect(noteOf({ ...empty, needs: ['guide'] }, 'visible')).toBe('Opens when a guide has accepted');
  });

  it("end with a manager's click, and are then all done", () => {
    expect(states(ready)).toMatchObject({ guide: 'done', slots: 'done', pickup: 'done', visible: 'next' });
    expect(noteOf({ ...ready, manages: false }, 'visible')).toBe(
      'Everything is ready. A manager of the region can now make it visible.',
    );
    expect(states({ ...ready, open: true, transports: 1 })).toMatchObject({ transport: 'done', visible: 'done' });
  });

  it('require no guide and no experience in a territory that sells transport, and show the options', () => {
    const shuttles: FirstSteps = { ...empty, needs: [], lacks: ['guide', 'experience', 'slots'], transports: 2 };
    expect(states(shuttles)).toEqual({
      settings: 'done',
      guide: 'optional',
      experience: 'optional',
      slots: 'optional',
      pickup: 'done',
      transport: 'done',
      visible: 'next',
    });
    expect(stepsOf(shuttles)[1]?.link?.label).toBe('Invite a guide');
    expect(states({ ...shuttles, awaited: invited.awaited })).toMatchObject({ guide: 'waiting' });
  });

  it('lead to the page of each', () => {
    expect(stepsOf(empty).map(({ link }) => link?.to)).toEqual([
      '/territory-management?tab=settings',
      '/territory-management/edit-guide/new',
      '/territory-management/edit-experience/new',
      '/territory-management/edit-experience/new',
      '/territory-management?tab=transport&pickup=new',
      '/territory-management/edit-transport/new',
      undefined,
    ]);
    expect(stepsOf(invited)[3]?.link?.to).toBe('/territory-management/edit-experience/pools#when-it-runs');
  });

  it('ask for a guide of an experience without one although guides are here', () => {
    const unled: FirstSteps = { ...ready, needs: ['experience'], lacks: ['experience'] };
    expect(stepsOf(unled)[2]?.link).toEqual({
      to: '/territory-management/edit-experience/pools#who-guides',
      label: 'Choose a guide',
    });
    expect(noteOf(unled, 'experience')).toBe('Semuc Pools has no guide yet. Choose one under “Guides”.');
  });
});

describe('the progress of the first steps', () => {
  const of = (steps: FirstSteps) => {
    const { done, needed, optional } = progressOf(stepsOf(steps));
    return [done, needed.length, optional.map(({ name }) => name)];
  };

  it('excludes optional steps, done or not', () => {
    const open = { ...ready, open: true };
    expect(of(ready)).toEqual([5, 6, ['transport']]);
    expect(of(open)).toEqual([6, 6, ['transport']]);
    expect(of({ ...open, transports: 2 })).toEqual([6, 6, []]);
  });

  it('includes transport if only that opens the territory', () => {
    const alone = firstSteps({ needs: [], lacks: ['guide', 'experience', 'slots'], experience: null, transports: 1 });
    expect(of({ ...alone, awaited: null })).toEqual([3, 4, ['guide', 'experience', 'slots']]);
  });
});
