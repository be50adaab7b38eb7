import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { Component, type ComponentProps, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HydrateOnVisible, LazyOnVisible } from './LazyOnVisible.tsx';
import { lazyPart } from './lazy-part.tsx';

const part = { default: () => <p>Here</p> };
const lost = () => new Error('Failed to fetch');
let load: ReturnType<typeof vi.fn<() => Promise<typeof part>>>;

beforeEach(() => {
  vi.useFakeTimers();
  load = vi.fn<() => Promise<typeof part>>().mockResolvedValue(part);
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const show = (content: ReactNode) => act(async () => renderApp(content));
const waiting = { fallback: <p>Waiting</p> };

describe('a part in its own chunk', () => {
  it('requests code that failed to load again', async () => {
    load.mockRejectedValueOnce(lost()).mockRejectedValueOnce(lost());
    const Part = lazyPart(load, waiting);
    await show(<Part />);
    await pass(0);
    expect(screen.getByText('Waiting')).toBeVisible();
    await pass(10_000);
    expect(screen.getByText('Here')).toBeVisible();
  });

  it('shows that it waits while offline, and loads when the connection is back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    load.mockRejectedValueOnce(lost());
    const Part = lazyPart(load);
    await show(<Part />);
    await pass(3_600_000);
    expect(load).toHaveBeenCalledOnce();
    expect(screen.getByRole('alert')).toHaveTextContent("You're offline. This will open when you're back online.");
    online.mockReturnValue(true);
    await act(async () => window.dispatchEvent(new Event('online')));
    await pass(0);
    expect(screen.getByText('Here')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stops requesting missing code, reports it in its place, and retries on a click', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    load.mockRejectedValue(lost());
    const Part = lazyPart(load, { failed: 'No map' });
    await show(
      <>
        <h1>Page</h1>
        <Part />
      </>,
    );
    await pass(3_600_000);
    expect(load).toHaveBeenCalledTimes(3);
    expect(screen.getByRole('alert')).toHaveTextContent('No map');
    expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
    load.mockResolvedValue(part);
    vi.useRealTimers();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Here')).toBeVisible();
  });

  it("leaves a render failure to the page's boundary", async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = lazyPart(async () => ({
      default: () => {
        throw new Error('Broken');
      },
    }));
    await show(
      <PageBoundary>
        <Broken />
      </PageBoundary>,
    );
    await pass(0);
    expect(screen.getByText('Broken')).toBeVisible();
  });
});

class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render = () => this.state.error?.message ?? this.props.children;
}

function FromHtml(props: Omit<ComponentProps<typeof HydrateOnVisible>, 'load'>) {
  return <HydrateOnVisible {...props} load={load} />;
}

it('keeps the HTML of a part whose code does not load, and reports it beside it', async () => {
  load.mockRejectedValue(new TypeError('Failed to fetch'));
  const Part = lazyPart(load);
  await show(
    <FromHtml {...waiting}>
      <Part />
    </FromHtml>,
  );
  await pass(60_000);
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load data');
  expect(screen.getByText('Waiting')).toBeVisible();
  load.mockResolvedValue(part);
  await act(async () => window.dispatchEvent(new Event('online')));
  await pass(0);
  expect(screen.getByText('Here')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

describe.each([
  ['drawn', LazyOnVisible],
  ['taken over from the HTML', FromHtml],
])('a part far below, when it is %s', (_, Place) => {
  it('is not loaded before it comes near the window', async () => {
    let onChange = (_entries: { isIntersecting: boolean }[]) => {};
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: typeof onChange) {
          onChange = callback;
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    const Part = lazyPart(load);
    await show(
      <Place {...waiting}>
        <Part />
      </Place>,
    );
    await pass(60_000);
    expect(load).not.toHaveBeenCalled();
    expect(screen.getByText('Waiting')).toBeVisible();
    await act(async () => onChange([{ isIntersecting: true }]));
    await pass(0);
    expect(screen.getByText('Here')).toBeVisible();
  });
});
