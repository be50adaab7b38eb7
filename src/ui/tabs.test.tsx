import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Tabs } from './Tabs.tsx';

/** Simulates a layout: a row of 200 pixels, with tabs side by side and ten pixels per character. */
function layOut() {
  const width = (element: Element) => (element.textContent ?? '').length * 10;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return width(this);
  });
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    const before = [...(this.parentElement?.children ?? [])];
    return before.slice(0, before.indexOf(this)).reduce((sum, one) => sum + width(one), 0);
  });
}
afterEach(() => vi.restoreAllMocks());

const tabs = (counts: readonly (number | undefined)[]) => (
  <Tabs
    label="Desk"
    items={['Settings', 'Experiences', 'Partners'].map((name, at) => ({ name, label: name, count: counts[at] }))}
    now="Partners"
    onChange={() => undefined}
  >
    Here
  </Tabs>
);

it('keeps the open tab visible, even when counts move it', () => {
  layOut();
  const { rerender } = render(tabs([]));
  const row = screen.getByRole('tablist');
  // The tab is centred: its left edge is at 190, and it is 80 wide.
  expect(row.scrollLeft).toBe(130);
  rerender(tabs([undefined, 120, 7]));
  expect(row.scrollLeft).toBe(165);
});
