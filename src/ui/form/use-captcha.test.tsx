import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const scripts = () => document.head.querySelectorAll<HTMLScriptElement>('script[src*="challenges.cloudflare.com"]');

type Hook = typeof import('./use-captcha.tsx').useCaptcha;
type Token = ReturnType<Hook>['captchaToken'];

function Example({ useCaptcha, hand }: { useCaptcha: Hook; hand: (token: Token) => void }) {
  const { captcha, captchaToken } = useCaptcha();
  hand(captchaToken);
  return (
    <form>
      <input aria-label="Name" />
      <div data-testid="captcha">{captcha}</div>
    </form>
  );
}

/** Renders a form with a fresh copy of the module, which hasn't loaded the script yet. */
async function show(key: string) {
  vi.resetModules();
  vi.doMock('@/lib/env', async (original) => ({ ...(await original<object>()), captchaSiteKey: key }));
  const { useCaptcha } = await import('./use-captcha.tsx');
  const handed: Token[] = [];
  render(<Example useCaptcha={useCaptcha} hand={(token) => handed.push(token)} />);
  return { user: userEvent.setup(), token: () => handed.at(-1)?.() };
}

beforeEach(() => {
  for (const script of scripts()) script.remove();
  delete window.turnstile;
});

it('has no script, no box and no proof without a key', async () => {
  const { user, token } = await show('');
  await user.click(screen.getByLabelText('Name'));
  expect(await token()).toBeUndefined();
  expect(screen.getByTestId('captcha')).toBeEmptyDOMElement();
  expect(scripts()).toHaveLength(0);
});

describe('a form protected with a key', () => {
  type Options = Record<'callback' | 'error-callback', (token?: string) => void>;
  function turnstileAnswers(answer: (options: Options) => void) {
    const remove = vi.fn();
    let drawn = 0;
    const make = (_: HTMLElement, options: Record<string, unknown>) => {
      answer(options as Options);
      drawn += 1;
      return `widget-${drawn}`;
    };
    window.turnstile = { render: make, remove };
    return remove;
  }
  const loaded = () => act(() => scripts()[0]?.onload?.(new Event('load')));

  it('loads its script with the first touch of the form, once', async () => {
    const { user } = await show('1x0');
    expect(scripts()).toHaveLength(0);
    await user.click(screen.getByLabelText('Name'));
    await user.tab();
    expect(scripts()).toHaveLength(1);
  });

  it('sends each request with its own proof', async () => {
    const { token } = await show('1x0');
    let n = 0;
    const remove = turnstileAnswers(({ callback }) => {
      n += 1;
      callback(`proof-${n}`);
    });
    const first = token();
    loaded();
    expect(await first).toBe('proof-1');
    expect(await token()).toBe('proof-2');
    expect(remove).toHaveBeenCalledWith('widget-1');
  });

  it('reports a failure, or a missing script, and retries', async () => {
    const { token } = await show('1x0');
    const lost = token();
    act(() => scripts()[0]?.onerror?.(new Event('error')));
    const message = "We couldn't confirm that you're human. Please try again.";
    await expect(lost).rejects.toMatchObject({ code: 'captcha_failed', message });
    turnstileAnswers((options) => options['error-callback']());
    const refused = token();
    loaded();
    await expect(refused).rejects.toMatchObject({ code: 'captcha_failed', message });
  });
});
