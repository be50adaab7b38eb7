import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calendarDate } from '@/lib/format/dates';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import InstallHint from './InstallHint.tsx';

const KEY = 'territorio-install';
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  for (const key of [KEY, 'install-hint']) removeText('local', key);
  vi.unstubAllGlobals();
});
const hint = () => screen.queryByText(/^Put Territorio on your home screen/);

it("waits until the first work day has ended, and uses the browser's install prompt", async () => {
  const prompt = vi.fn(async () => undefined);
  const first = renderApp(<InstallHint />);
  act(() => void dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })));
  expect(hint()).toBeNull();
  expect(readText('local', KEY)).toBe(calendarDate());
  first.unmount();
  writeText('local', KEY, '2026-01-01');
  renderApp(<InstallHint />);
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(hint()).toBeNull();
});

it('explains the Share menu where there is only that, and stays hidden once closed', async () => {
  writeText('local', KEY, '2026-01-01');
  const elsewhere = renderApp(<InstallHint />);
  expect(hint()).toBeNull();
  elsewhere.unmount();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)');
  const iphone = renderApp(<InstallHint />);
  expect(hint()).toHaveTextContent('tap Share, then "Add to Home Screen"');
  await userEvent.click(screen.getByRole('button', { name: 'Close the hint' }));
  expect(hint()).toBeNull();
  iphone.unmount();
  renderApp(<InstallHint />);
  expect(hint()).toBeNull();
});
