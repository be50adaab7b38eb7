import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toAppError } from '@/lib/api/to-app-error';
import GroupMessageDialog from './GroupMessageDialog';

beforeEach(() => sessionStorage.clear());

describe('a message to a departure', () => {
  const open = (send: (text: string, key: string) => Promise<number>) => {
    const onSent = vi.fn();
    const { unmount } = renderApp(
      <GroupMessageDialog draftKey="g" about="Canyon" bookings={2} onClose={vi.fn()} send={send} onSent={onSent} />,
    );
    return { onSent, unmount };
  };
  const field = () => screen.getByRole('textbox', { name: 'Message' });
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }));

  it('requires words', async () => {
    const send = vi.fn();
    open(send);
    await press();
    expect(screen.getByText('Please enter a message')).toBeInTheDocument();
    expect(field()).toHaveFocus();
    expect(send).not.toHaveBeenCalled();
  });

  it('keeps its words over a failure and a reload, and is sent under one key', async () => {
    const lost = () => Promise.reject(toAppError(new TypeError('Failed to fetch'), { id: 'Failed to send message' }));
    const send = vi.fn<(text: string, key: string) => Promise<number>>().mockImplementationOnce(lost);
    const { unmount } = open(send);
    await userEvent.type(field(), 'At the dock at ten');
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send message');
    unmount();
    send.mockResolvedValue(2);
    const { onSent } = open(send);
    expect(field()).toHaveValue('At the dock at ten');
    await press();
    expect(onSent).toHaveBeenCalledWith(2);
    expect(send.mock.calls[0]).toEqual(send.mock.calls[1]);
    expect(sessionStorage).toHaveLength(0);
  });
});
