import { act } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { useOpenBooking } from './use-open-booking';

const id = '6f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d';

let hook: ReturnType<typeof useOpenBooking>;
function Page() {
  hook = useOpenBooking();
  return null;
}

function start(url: string) {
  const { router } = renderApp(<Page />, { url });
  return {
    open: () => hook[0],
    show: (booking: string | null) => act(async () => hook[1](booking)),
    visit: (address: string) => act(async () => router.navigate(address)),
    back: () => act(async () => router.navigate(-1)),
    search: () => router.state.location.search,
  };
}

// The back button is tested for all dialogs in src/ui/overlay/back-closes.test.tsx.
it('keeps an open drawer in the address of the list, and closing it leaves the list there', async () => {
  const page = start('/?q=ana');
  await page.show(id);
  expect(page.search()).toBe(`?q=ana&booking=${id}`);
  expect(page.open()).toBe(id);
  await page.show(null);
  expect(page.open()).toBeNull();
  expect(page.search()).toBe('?q=ana');
});

it.each([id, `experience.${id}`, `transport.${id}`])(
  'opens a link to %s, and closing leaves the list in its place',
  async (named) => {
    const page = start('/?before=1');
    await page.visit(`/?status=paid&booking=${named}`);
    expect(page.open()).toBe(id);
    await page.show(null);
    expect(page.search()).toBe('?status=paid');
    await page.back();
    expect(page.search()).toBe('?before=1');
  },
);

it.each(['boat.6f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d', 'experience.1', 'x', ''])('refuses "%s" as a booking', (text) => {
  expect(start(`/?booking=${text}`).open()).toBeNull();
});
