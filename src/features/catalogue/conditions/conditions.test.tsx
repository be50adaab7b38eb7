import { screen } from '@testing-library/react';
import { aCondition } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, describe, expect, it } from 'vitest';
import { activateLanguage } from '@/lib/i18n/i18n';
import { languageOf, SOURCE } from '@/lib/i18n/languages';
import { ConditionHistory } from './ConditionHistory';
import ConditionList from './ConditionList';
import { type RecentCondition, touches } from './queries';

const closed = aCondition({ ends_at: '2026-11-28T12:00:00Z' });
const recent = (more: Partial<RecentCondition>): RecentCondition => ({
  ...closed,
  services: [],
  begun: true,
  ended: false,
  changes: [],
  ...more,
});
afterEach(() => activateLanguage(SOURCE));

describe('a travel alert', () => {
  it("shows what is closed, the reporter and the end, in the territory's time zone", () => {
    renderApp(<ConditionList conditions={[closed]} />);
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('River closed. The harbour master closed the river.');
    expect(alert).toHaveTextContent('Marta Choc, Fri, Nov 27, 2026, 6:05 AM');
    expect(alert).toHaveTextContent('Expected until Sat, Nov 28, 2026, 6:00 AM');
    expect(screen.getByRole('link', { name: 'All travel alerts' })).toHaveAttribute(
      'href',
      '/territories/rio/conditions',
    );
  });

  it('does not interrupt when it is open again, and mentions no end', () => {
    renderApp(<ConditionList conditions={[{ ...closed, state: 'open' }]} />);
    expect(screen.getByRole('status')).toHaveTextContent('River open again.');
    expect(screen.queryByText(/Expected until/)).not.toBeInTheDocument();
  });

  it('links to no invalid page, and executes no input', () => {
    const hostile = { ...closed, source_url: 'javascript:alert(1)', text: '<img src=x onerror=alert(1)>' };
    renderApp(<ConditionList conditions={[hostile]} />);
    expect(screen.queryByRole('link', { name: 'Source' })).not.toBeInTheDocument();
    expect(document.querySelector('img')).toBeNull();
  });

  it('is marked if nobody has translated it', async () => {
    await activateLanguage(languageOf('es') ?? SOURCE);
    renderApp(<ConditionList conditions={[{ ...closed, untranslated: { text: 'en' } }]} />);
    expect(screen.getByText(closed.text)).toHaveAttribute('lang', 'en');
    expect(screen.getByText('En inglés')).toBeVisible();
  });

  it('adds nothing to a page without alerts', () => {
    const { container } = renderApp(<ConditionList conditions={[]} />);
    expect(container.querySelector('section')).toBeNull();
  });

  it('shows the two most serious of many, and the others on a click', async () => {
    const at = (id: string, more: Partial<typeof closed>) => ({ ...closed, id, text: id, ...more });
    const ahead = { starts_at: '2126-12-01T12:00:00Z', ends_at: '2126-12-02T12:00:00Z' };
    const all = [
      at('open', { state: 'open' }),
      at('later', { ...ahead, starts_at: '2126-12-01T18:00:00Z' }),
      at('soon', ahead),
      at('slow', { state: 'delayed' }),
      at('shut', {}),
    ];
    const { user } = renderApp(<ConditionList conditions={all} />);
    const [first, second] = screen.getAllByRole('alert');
    expect(first).toHaveTextContent('River closed. shut');
    expect(second).toHaveTextContent('River closed. soon');
    const more = screen.getByText('All travel alerts (5)').closest('details');
    expect(more).not.toHaveAttribute('open');
    await user.click(screen.getByText('All travel alerts (5)'));
    expect(more).toHaveAttribute('open');
    expect(more?.textContent).toMatch(/later.*slow.*open/s);
  });

  it('shows both of two', () => {
    renderApp(<ConditionList conditions={[closed, { ...closed, id: 'c2' }]} />);
    expect(screen.queryByText(/^All travel alerts \(/)).not.toBeInTheDocument();
  });

  it('affects the services that it names, or all', () => {
    expect(touches(closed, 'e1')).toBe(true);
    expect(touches(closed, 'e2')).toBe(false);
    expect(touches({ ...closed, touches_all: true }, 't1')).toBe(true);
  });
});

it('shows the start of an announced alert', () => {
  renderApp(
    <ConditionHistory
      checked
      conditions={[
        recent({
          starts_at: '2126-11-26T12:00:00Z',
          ends_at: '2126-11-28T12:00:00Z',
          begun: false,
          text: 'The river will be closed.',
        }),
      ]}
    />,
  );
  expect(screen.getByText('There are no closures or delays.')).toBeVisible();
  const ahead = screen.getByRole('region', { name: 'Announced' });
  expect(ahead).toHaveTextContent('The river will be closed.');
  expect(ahead).toHaveTextContent('From Tue, Nov 26, 2126, 6:00 AM, expected until Thu, Nov 28, 2126, 6:00 AM');
});

it('shows what applies now, what applied before, and each earlier text in the history', () => {
  const change = {
    revision: 2,
    state: 'open',
    text: 'Dry again.',
    ends_at: closed.ends_at,
    changed_at: closed.changed_at,
  };
  renderApp(
    <ConditionHistory
      checked
      conditions={[
        recent({
          state: 'open',
          text: 'Dry again.',
          changes: [change, { ...change, revision: 1, state: 'closed', text: 'Too much water.' }],
        }),
        recent({ id: 'c2', text: 'A landslide.', subject: 'road', ended: true }),
      ]}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Now' })).toBeVisible();
  expect(screen.getByText('Too much water.')).toBeVisible();
  expect(screen.getByText('Ended Sat, Nov 28, 2026, 6:00 AM')).toBeVisible();
});

describe('what an alert affects', () => {
  const named = (id: string, kind: string, title: string) => ({ service_id: id, kind, service: { title } });

  it('is named with links, in current and past alerts', () => {
    const services = [named('e1', 'experience', 'Castle walk'), named('t1', 'transport', 'Boat to Livingston')];
    const conditions = [recent({ touches_all: false, services }), recent({ id: 'old', ended: true, services })];
    renderApp(<ConditionHistory conditions={conditions} checked />);
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    const both = [
      ['Castle walk', '/experiences/e1'],
      ['Boat to Livingston', '/transport/t1'],
    ];
    expect(links.filter(([text]) => both.some(([title]) => title === text))).toEqual([...both, ...both]);
  });

  it('is the whole region, or nothing that the reader may see', () => {
    const hidden = { service_id: 'e2', kind: 'experience', service: null as never };
    renderApp(
      <ConditionHistory
        conditions={[recent({ touches_all: true }), recent({ id: 'b', touches_all: false, services: [hidden] })]}
        checked
      />,
    );
    expect(screen.getAllByText(/^Affects/).map((text) => text.textContent)).toEqual([
      'Affects all trips in the region',
    ]);
  });
});
