import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FormProblem, FormSummary, type FormSummaryHandle } from './FormSummary.tsx';

interface Values {
  name: string;
  place: string;
}

/** Validates only the name and resolves later, as zod does. */
const resolver: Resolver<Values> = async (values) =>
  values.name
    ? { values, errors: {} }
    : { values: {}, errors: { name: { type: 'required', message: 'Please fill in the name' } } };

type Summary = typeof FormSummary;

/** Takes the focus too late, as a negative control. */
function LateSummary({ problems, ref }: { problems: readonly FormProblem[]; ref?: Ref<FormSummaryHandle> }) {
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => requestAnimationFrame(() => box.current?.focus()) }), []);
  return (
    <div ref={box} tabIndex={-1}>
      {problems.length > 0 && <div role="alert">{problems[0]?.text}</div>}
    </div>
  );
}

interface Props {
  send: () => Promise<void>;
  Summary: Summary;
  shouldFocusError: boolean;
}

function Form({ send, Summary, shouldFocusError }: Props) {
  const form = useForm<Values>({ resolver, shouldFocusError, defaultValues: { name: '', place: '' } });
  const summary = useRef<FormSummaryHandle>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { errors } = form.formState;
  const text = errors.name?.message ?? refused;
  async function submit() {
    setRefused(null);
    try {
      await send();
    } catch (error) {
      setRefused(String(error));
      summary.current?.focus();
    }
  }
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit, () => summary.current?.focus())(event)}>
      <Summary ref={summary} problems={text ? [{ text }] : []} />
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Place" {...form.register('place')} />
      <button type="submit">Send</button>
    </form>
  );
}

function show(props: Partial<Props> = {}) {
  render(<Form send={() => Promise.resolve()} Summary={FormSummary} shouldFocusError={false} {...props} />);
  /** The texts of the elements that had the focus, in order. */
  const way: string[] = [];
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) way.push(target.getAttribute('aria-label') ?? target.textContent ?? '');
  });
  return { user: userEvent.setup(), way };
}

/** Returns a server that refuses when the test calls `refuse`. */
function refusal() {
  let refuse: () => void = () => undefined;
  const send = () => new Promise<void>((_, reject) => (refuse = () => reject('No room')));
  return { send, refuse: () => refuse() };
}

const field = (name: string) => screen.getByRole('textbox', { name });
const button = () => screen.getByRole('button', { name: 'Send' });
const hasFocus = (alert: HTMLElement) => alert.parentElement === document.activeElement;
/** Waits until all pending work is done. */
const afterwards = () => new Promise((resolve) => setTimeout(resolve, 100));

afterEach(() => vi.restoreAllMocks());

describe('the summary of a form', () => {
  it('takes the focus when its text appears, each time, and nothing else has it in between', async () => {
    const { user, way } = show();
    for (const round of [1, 2]) {
      await user.click(button());
      expect(hasFocus(await screen.findByRole('alert'))).toBe(true);
      await afterwards();
      expect(way).toHaveLength(2 * round);
      expect(way.slice(-2)).toEqual(['Send', 'Please fill in the name']);
    }
  });

  it('control: would come second and third with a form that focuses its first error', async () => {
    const { user, way } = show({ shouldFocusError: true });
    await user.click(button());
    await afterwards();
    expect(way.filter((stop) => stop === 'Name').length).toBeGreaterThan(0);
  });

  it('takes it too when the server refuses, for a person who waits', async () => {
    const { send, refuse } = refusal();
    const { user } = show({ send });
    await user.type(field('Name'), 'Ana');
    await user.keyboard('{Enter}');
    refuse();
    expect(hasFocus(await screen.findByRole('alert'))).toBe(true);
  });

  const goOn = { 'typed on': 'Beto', 'went to another field': '{Tab}' };
  it.each(Object.entries(goOn))('does not take it from a person who %s in the meantime', async (_, keys) => {
    const { send, refuse } = refusal();
    const { user } = show({ send });
    await user.type(field('Name'), 'Ana');
    await user.keyboard('{Enter}');
    await user.keyboard(keys);
    const here = document.activeElement;
    refuse();
    await screen.findByRole('alert');
    await afterwards();
    expect(here).toHaveFocus();
    // This click begins a new attempt.
    await user.click(button());
    refuse();
    await waitFor(() => expect(hasFocus(screen.getByRole('alert'))).toBe(true));
  });

  it('control: would take the focus a frame later from a person who is typing', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    const { user } = show({ Summary: LateSummary });
    await user.click(button());
    await screen.findByRole('alert');
    field('Place').focus();
    for (const frame of frames) frame(0);
    expect(field('Place')).not.toHaveFocus();
  });

  it('stays with a person who is typing', async () => {
    const { user } = show();
    await user.click(button());
    await screen.findByRole('alert');
    field('Place').focus();
    await afterwards();
    expect(field('Place')).toHaveFocus();
  });
});
