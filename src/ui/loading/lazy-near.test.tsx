import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyNear } from './lazy-near.ts';

const part = { default: () => <p>Here</p> };
let load: ReturnType<typeof vi.fn<() => Promise<typeof part>>>;

beforeEach(() => {
  vi.useFakeTimers();
  load = vi.fn<() => Promise<typeof part>>().mockResolvedValue(part);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show(): () => void {
  const { Part, ask } = lazyNear(load);
  render(
    <Suspense fallback={<p>Waiting</p>}>
      <Part />
    </Suspense>,
  );
  return ask;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render = () => this.state.error?.message ?? this.props.children;
}

describe('a part far below', () => {
  it('is not loaded before it is asked for', async () => {
    const ask = show();
    await pass(60_000);
    expect(load).not.toHaveBeenCalled();
    ask();
    await pass(0);
    expect(screen.getByText('Here')).toBeVisible();
  });

  it('whose code did not arrive is asked for again', async () => {
    load.mockRejectedValueOnce(new Error('Failed to fetch')).mockRejectedValueOnce(new Error('Failed to fetch'));
    show()();
    await pass(0);
    expect(screen.getByText('Waiting')).toBeVisible();
    await pass(10_000);
    expect(screen.getByText('Here')).toBeVisible();
  });

  it('waits for the line, however long it is gone', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    load.mockRejectedValueOnce(new Error('Failed to fetch'));
    show()();
    await pass(3_600_000);
    expect(load).toHaveBeenCalledOnce();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(screen.getByText('Here')).toBeVisible();
  });

  it('that never arrives is not asked for without end', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    load.mockRejectedValue(new Error('Failed to fetch'));
    const { Part, ask } = lazyNear(load);
    render(
      <Boundary>
        <Suspense>
          <Part />
        </Suspense>
      </Boundary>,
    );
    ask();
    await pass(3_600_000);
    expect(load).toHaveBeenCalledTimes(4);
    expect(screen.getByText('Failed to fetch')).toBeVisible();
  });
});
