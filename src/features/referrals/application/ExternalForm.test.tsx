import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { Application } from './Application.tsx';

const script = 'https://forms.example/embed.js';
vi.mock('@/lib/env', async (original) => ({
  ...(await original<object>()),
  partnerFormUrl: 'https://forms.example/f/territorio',
  partnerFormScriptUrl: 'https://forms.example/embed.js',
}));
vi.mock('@/features/account/session/session', () => ({ useSession: () => ({ status: 'signed-out', user: null }) }));
vi.mock('./ApplicationForm', () => ({ ApplicationForm: () => null }));

it('replaces the own form, 997 px tall, and removes its script when unmounted', () => {
  const scripts = () => [...document.querySelectorAll('script')].filter((element) => element.src === script).length;
  const { unmount } = renderApp(<Application chosen={null} />);
  expect(screen.getByTitle('Application form')).toHaveAttribute('src', 'https://forms.example/f/territorio');
  expect(screen.getByTitle('Application form')).toHaveAttribute('height', '997');
  expect(screen.getByRole('link', { name: 'Open it in a new tab' })).toHaveAttribute(
    'href',
    'https://forms.example/f/territorio',
  );
  expect(scripts()).toBe(1);
  unmount();
  expect(scripts()).toBe(0);
});
