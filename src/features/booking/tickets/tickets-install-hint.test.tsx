import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetTexts, removeText } from '@/lib/storage/storage';
import { TicketsInstallHint } from './TicketsInstallHint';

let wide = false;
let standalone = false;
beforeEach(() => {
  wide = standalone = false;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('standalone') ? standalone : wide,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});
afterEach(() => {
  removeText('local', 'install-hint');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const hint = () => screen.queryByText(/^Put Territorio on your home screen/);
const onAnIphone = () =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)');

it("uses the browser's install prompt, and shows nothing without one", async () => {
  renderApp(<TicketsInstallHint />);
  expect(hint()).toBeNull();
  const prompt = vi.fn(async () => undefined);
  act(() => void dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })));
  expect(hint()).toHaveTextContent('your tickets open with one tap');
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(hint()).toBeNull();
});

it('explains it on an iPhone, with the separate log-in, and stays hidden once closed, even after signing out', async () => {
  onAnIphone();
  const first = renderApp(<TicketsInstallHint />);
  expect(hint()).toHaveTextContent('Open it from there and log in once');
  await userEvent.click(screen.getByRole('button', { name: 'Close the hint' }));
  expect(hint()).toBeNull();
  first.unmount();
  forgetTexts();
  renderApp(<TicketsInstallHint />);
  expect(hint()).toBeNull();
});

it.each([
  ['on a computer', () => (wide = true)],
  ['where it is installed', () => (standalone = true)],
])('shows nothing %s', (_, given) => {
  given();
  onAnIphone();
  renderApp(<TicketsInstallHint />);
  expect(hint()).toBeNull();
});
