import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { Link } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import FittingLinks from './FittingLinks.tsx';

/** The width of the bar in pixels. Each link and the menu button are 100 pixels wide. */
let room: number;
let resized: () => void;
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 100 } as DOMRect);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => room);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});

const NAMES = ['Regions', 'Bookings', 'Guide Dashboard', 'Partner Dashboard', 'Manage Region'];
const bar = (current: string) => (
  <>
    <FittingLinks
      links={NAMES.map((name) => (
        <Link key={name} to={`/${name}`} className="nav-link" aria-current={name === current ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    />
    <a href="/elsewhere">Elsewhere</a>
  </>
);
const links = () => screen.getAllByRole('link').map((link) => link.textContent);

it('shows all links if they fit', () => {
  room = 500;
  renderApp(bar('Regions'));
  expect(links()).toEqual([...NAMES, 'Elsewhere']);
  expect(screen.queryByRole('button')).toBeNull();
});

it('has a menu for the others, which the keyboard opens, moves through and closes', async () => {
  const user = userEvent.setup();
  room = 499;
  renderApp(bar('Manage Region'));
  expect(links()).toEqual([...NAMES.slice(0, 3), 'Elsewhere']);
  act(() => {
    room = 320;
    resized();
  });
  expect(links()).toEqual([...NAMES.slice(0, 2), 'Elsewhere']);
  const more = screen.getByRole('button', { name: 'More', expanded: false });
  expect(more).toHaveAttribute('aria-current', 'true');
  more.focus();
  await user.keyboard('{Enter}');
  await user.tab();
  expect(screen.getByRole('link', { name: 'Guide Dashboard' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Manage Region' })).toHaveAttribute('aria-current', 'page');
  await user.keyboard('{Escape}');
  expect(more).toHaveFocus();
  expect(more).toHaveAttribute('aria-expanded', 'false');
  expect(links()).not.toContain('Manage Region');
});
