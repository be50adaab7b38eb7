import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReferralLink } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CopyButton } from '@/ui/CopyButton';
import { ShareButton } from './LinkCard';
import { Links } from './Links';
import { PrintCard } from './PrintCard';

const lobby = aReferralLink();
const readLinks = vi.hoisted(() => vi.fn());
vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  linksQuery: () => ({ queryKey: ['partner', 'me', 'links'], queryFn: readLinks, retry: false }),
  termsQuery: () => ({ queryKey: ['partner', 'me', 'terms'], queryFn: async () => [] }),
}));

/** The response to a change, which is the changed rows. */
const changed = vi.hoisted(() => vi.fn<(change: object) => Promise<{ id: string }[]>>());
const created = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({
  supabase: async () => ({ realtime: { setAuth: () => new Promise(() => undefined) } }),
  database: async () => ({
    from: () => ({
      upsert: async () => created(),
      update: (change: object) => {
        const step = {
          eq: () => step,
          is: () => step,
          select: async () => ({ data: await changed(change), error: null, status: 200 }),
        };
        return step;
      },
    }),
  }),
}));

beforeEach(() => {
  changed.mockReset().mockResolvedValue([{ id: 'l1' }]);
  readLinks.mockReset().mockResolvedValue([]);
});

it.each(['saved', 'given up', 'left by Escape'])(
  'returns the focus to "Create Link" when the new link is %s',
  async (way) => {
    created.mockResolvedValue({ error: null, status: 201 });
    const { user } = renderApp(<Links userId="me" />);
    const button = screen.getByRole('button', { name: 'Create Link' });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Create Link' });
    if (way === 'saved') await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Lobby{Enter}');
    else if (way === 'given up') await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    else await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  },
);

it('shows Copied for two seconds, and offers the field if the clipboard is unavailable', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const blocked = vi.fn();
  renderApp(<CopyButton text="https://territorio.test/register?ref=HOTEL1" onBlocked={blocked} />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(writeText).toHaveBeenCalledWith('https://territorio.test/register?ref=HOTEL1');
  expect(await screen.findByText('Copied!')).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await screen.findByText('Copy')).toBeInTheDocument();
  writeText.mockRejectedValue(new Error('closed'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await vi.waitFor(() => expect(blocked).toHaveBeenCalledOnce());
  vi.useRealTimers();
});

describe('sharing', () => {
  const address = 'https://territorio.test/regions?ref=HOTEL1';
  const press = () => screen.getByRole('button', { name: 'Share Lobby' });

  it('passes the page with the available services to the phone', async () => {
    const share = vi.fn(async (_: ShareData) => undefined);
    vi.stubGlobal('navigator', Object.create(navigator, { share: { value: share } }));
    const { user } = renderApp(<ShareButton name="Lobby" address={address} />);
    await user.click(press());
    expect(share.mock.calls[0]?.[0]).toMatchObject({ url: address });
  });

  it("copies it if the browser can't share", async () => {
    const { user } = renderApp(<ShareButton name="Lobby" address={address} />);
    await user.click(press());
    expect(await navigator.clipboard.readText()).toBe(address);
  });
});

describe('a link', () => {
  it('switches once for several clicks, and the button keeps the focus', async () => {
    readLinks.mockResolvedValueOnce([lobby]).mockResolvedValue([{ ...lobby, active: false }]);
    let answer: (rows: { id: string }[]) => void = () => undefined;
    changed.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    renderApp(<Links userId="me" />);
    const button = await screen.findByRole('button', { name: 'Deactivate Lobby' });
    await userEvent.click(button);
    await userEvent.keyboard('{Enter}');
    answer([{ id: 'l1' }]);
    expect(await screen.findByText('Referral link deactivated successfully')).toBeInTheDocument();
    expect(changed).toHaveBeenCalledExactlyOnceWith({ active: false });
    expect(screen.getByRole('button', { name: 'Activate Lobby' })).toHaveFocus();
  });

  it('is marked if inactive, and then neither shared, copied nor printed, unlike an active one', async () => {
    readLinks.mockResolvedValue([lobby, { ...lobby, id: 'l2', name: 'Pool', active: false }]);
    renderApp(<Links userId="me" />);
    const pool = within(await screen.findByRole('article', { name: 'Pool' }));
    expect(pool.getByText(/^This link is inactive. It doesn't show your name/)).toBeInTheDocument();
    const offers = [/^Share/, 'Copy', 'Download QR code', 'Print card'];
    const offered = (card: ReturnType<typeof within>) =>
      offers.filter((name) => (card.queryByRole('button', { name }) ?? card.queryByRole('link', { name })) !== null);
    expect(offered(pool)).toEqual([]);
    expect(offered(within(screen.getByRole('article', { name: 'Lobby' })))).toEqual(offers);
  });

  it('has no card to print if inactive', async () => {
    readLinks.mockResolvedValue([lobby, { ...lobby, id: 'l2', active: false }]);
    vi.stubGlobal('print', vi.fn());
    const { unmount } = renderApp(<PrintCard userId="me" linkId="l2" fullName="Ana" />);
    expect(await screen.findByRole('heading', { name: 'This link is inactive' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Print card' })).toBeNull();
    unmount();
    renderApp(<PrintCard userId="me" linkId="l1" fullName="Ana" />);
    expect(await screen.findByRole('button', { name: 'Print card' })).toBeInTheDocument();
  });

  it('shows each of two failures at once', async () => {
    readLinks.mockResolvedValue([lobby, { ...lobby, id: 'l2', name: 'Pool', active: false }]);
    const fail: (() => void)[] = [];
    changed.mockImplementation(() => new Promise((_, reject) => fail.push(() => reject(new Error('Failed to fetch')))));
    renderApp(<Links userId="me" />);
    await userEvent.click(await screen.findByRole('button', { name: 'Deactivate Lobby' }));
    await userEvent.click(screen.getByRole('button', { name: 'Activate Pool' }));
    fail[0]?.();
    expect(await screen.findByText('Failed to deactivate referral link. Please try again.')).toBeInTheDocument();
    fail[1]?.();
    expect(await screen.findByText('Failed to activate referral link. Please try again.')).toBeInTheDocument();
  });

  it('is refused in the form after too many in a day, which keeps its name', async () => {
    created.mockResolvedValue({
      data: null,
      error: { code: 'PT429', hint: 'too_many_referral_links', message: 'The text of the server', details: '' },
      status: 429,
    });
    renderApp(<Links userId="me" />);
    await userEvent.click(await screen.findByRole('button', { name: 'Create Link' }));
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(await form.findByRole('textbox', { name: 'Name' }), 'Pool{Enter}');
    expect(await form.findByRole('alert')).toHaveTextContent(
      "You've reached today's limit of referral links. You can create more tomorrow.",
    );
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Pool');
  });

  it('is not reported as renamed if it was deleted in another tab, and leaves the list', async () => {
    readLinks.mockResolvedValueOnce([lobby]).mockResolvedValue([]);
    changed.mockResolvedValue([]);
    renderApp(<Links userId="me" />);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit name of Lobby' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Please enter a name for your referral link')).toBeInTheDocument();
    expect(name).toHaveFocus();
    await userEvent.type(name, 'Front desk{Enter}');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'This referral link was deleted.',
    );
    expect(name).toHaveValue('Front desk');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('You have no referral links yet')).toBeInTheDocument();
  });
});
