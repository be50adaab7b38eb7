import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { Composer } from './Composer';
import { keyboardInset, useKeyboardInset } from './use-keyboard-inset';

const KEY = 'territorio-message-me-experience-b1';

/** A server whose responses arrive when the test says so. */
function server() {
  const calls: { text: string; answer: (error?: Error) => void }[] = [];
  const onSend = (text: string) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ text, answer: (error) => (error ? reject(error) : resolve()) });
    });
  return { calls, onSend };
}

const field = () => screen.getByRole('textbox', { name: 'Message' });
const show = (onSend: (text: string) => Promise<unknown>) => renderApp(<Composer draftKey={KEY} onSend={onSend} />);

describe('the field of a conversation', () => {
  it('sends the trimmed text, empties itself and deletes the draft once the server has it', async () => {
    const { calls, onSend } = server();
    const { user } = show(onSend);
    await fill(user, field(), '  At the dock at seven?  ');
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(calls.map(({ text }) => text)).toEqual(['At the dock at seven?']);
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    expect(sessionStorage.getItem(KEY)).toBe('At the dock at seven?');
    await act(async () => calls[0]?.answer());
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  it('keeps the text when it could not be sent, before later input, and explains why', async () => {
    const { calls, onSend } = server();
    const { user } = show(onSend);
    await user.type(field(), 'First');
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    await fill(user, field(), 'Second');
    await act(async () =>
      calls[0]?.answer(new AppError('network', 'Failed to send message', { detail: 'No network.' })),
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to send message. No network.');
    expect(field()).toHaveValue('First\n\nSecond');
    expect(sessionStorage.getItem(KEY)).toBe('First\n\nSecond');
  });

  it('leads a person whose session has ended to the login and back to the text', async () => {
    const { calls, onSend } = server();
    const { user, router, unmount } = show(onSend);
    await user.type(field(), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    await act(async () => calls[0]?.answer(new AppError('session_expired', 'Please log in again.')));
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/' } });
    unmount();
    show(onSend);
    expect(field()).toHaveValue('Hello');
  });

  it('has its text again after a reload, even one that was being sent', async () => {
    const { onSend } = server();
    const { user, unmount } = show(onSend);
    await fill(user, field(), 'Half a thou');
    unmount();
    const second = show(onSend);
    expect(field()).toHaveValue('Half a thou');
    await second.user.click(screen.getByRole('button', { name: 'Send message' }));
    second.unmount();
    show(onSend);
    expect(field()).toHaveValue('Half a thou');
  });

  it.each(['', '   \n '])('sends nothing for %j', async (text) => {
    const { calls, onSend } = server();
    sessionStorage.setItem(KEY, text);
    const { user } = show(onSend);
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(calls).toHaveLength(0);
  });

  it('counts characters as the database does, and refuses more than 4000', async () => {
    const { calls, onSend } = server();
    sessionStorage.setItem(KEY, '🚤'.repeat(4001));
    const { user } = show(onSend);
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(calls).toHaveLength(0);
    expect(screen.getByText('Please keep your message under 4000 characters')).toBeInTheDocument();
    fireEvent.change(field(), { target: { value: '🚤'.repeat(4000) } });
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(calls).toHaveLength(1);
  });
});

describe('above the keyboard of a phone', () => {
  afterEach(() => vi.unstubAllGlobals());
  const view = (height: number, offsetTop = 0, scale = 1) =>
    vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), { height, offsetTop, scale }));

  it('moves up by the height of the keyboard', () => {
    vi.stubGlobal('innerHeight', 844);
    view(508);
    expect(keyboardInset()).toBe(336);
    view(508, 100);
    expect(keyboardInset()).toBe(236);
    view(422, 0, 2);
    expect(keyboardInset()).toBe(0);
  });

  it('follows the keyboard as it opens and closes', () => {
    vi.stubGlobal('innerHeight', 844);
    view(844);
    const { result } = renderHook(useKeyboardInset);
    expect(result.current).toBe(0);
    act(() => {
      Object.assign(globalThis.visualViewport ?? {}, { height: 500 });
      globalThis.visualViewport?.dispatchEvent(new Event('resize'));
    });
    expect(result.current).toBe(344);
  });
});
