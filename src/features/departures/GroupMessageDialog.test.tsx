import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { toAppError } from '@/lib/api/to-app-error';
import GroupMessageDialog from './GroupMessageDialog';
import { guestsWithoutAccountQuery } from './queries';

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
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));

  it('lists the guests whom it does not reach, with the same words for WhatsApp, and keeps them after it was sent', async () => {
    const client = createQueryClient();
    client.setQueryData(guestsWithoutAccountQuery('d1').queryKey, [
      {
        booking_id: 'b1',
        full_name: 'Ana',
        whatsapp_number: '+50255123480',
        num_people: 2,
        waiting: false,
        emailed: true,
      },
    ]);
    client.setDefaultOptions({ queries: { enabled: false } });
    const onSent = vi.fn();
    renderApp(
      <GroupMessageDialog
        draftKey="g"
        departureId="d1"
        about="Canyon"
        bookings={2}
        onClose={vi.fn()}
        send={async () => 1}
        onSent={onSent}
      />,
      { client },
    );
    expect(screen.getByText(/We'll send this to 1 booking in the app/)).toBeVisible();
    await fill(userEvent, field(), 'Bring a jacket');
    const unreached = () => {
      expect(screen.getByRole('region', { name: '1 booking without an account' })).toHaveTextContent('Ana');
      expect(screen.getByRole('link', { name: 'Message Ana on WhatsApp' })).toHaveAttribute(
        'href',
        'https://wa.me/50255123480?text=Bring%20a%20jacket',
      );
    };
    unreached();
    await press();
    expect(await screen.findByText('We sent your message to 1 booking')).toBeVisible();
    unreached();
    expect(onSent).not.toHaveBeenCalled();
  });

  it('cannot be sent if it reaches no one', async () => {
    const client = createQueryClient();
    client.setDefaultOptions({ queries: { enabled: false } });
    const dialog = (
      <GroupMessageDialog
        draftKey="g"
        departureId="d2"
        about="Canyon"
        bookings={1}
        onClose={vi.fn()}
        send={vi.fn()}
        onSent={vi.fn()}
      />
    );
    client.setQueryData(guestsWithoutAccountQuery('d2').queryKey, [
      { booking_id: 'b1', full_name: 'Ana', whatsapp_number: '', num_people: 2, waiting: true, emailed: false },
    ]);
    renderApp(dialog, { client });
    expect(screen.getByText(/None of these guests has an account/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send message' })).toBeDisabled();
  });

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
    await fill(userEvent, field(), 'At the dock at ten');
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
