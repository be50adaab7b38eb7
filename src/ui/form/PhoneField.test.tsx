import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { PhoneField } from './PhoneField';

// Simulates that the phone numbers' metadata can't be loaded.
vi.mock('./PhoneInput', () => Promise.reject(new TypeError('Failed to fetch')));

let current = '';
function Form({ saved = '' }: { saved?: string }) {
  const [value, setValue] = useState(saved);
  current = value;
  return (
    <section>
      <PhoneField
        label="WhatsApp"
        id="phone"
        error={undefined}
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        disabled={false}
      />
    </section>
  );
}
const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'WhatsApp' });

it.each([
  ['5512 3480', '+50255123480'],
  ['+502 5512-3480', '+50255123480'],
  // This number can be read only once the metadata has loaded. Until then, no rule accepts it.
  ['+502 +49 170 1234567', ' +502 +49 170 1234567'],
  ['+49 170 1234567', ' +49 170 1234567'],
])('turns %s into "%s" in the plain field', async (text, expected) => {
  renderApp(<Form />);
  await userEvent.clear(number());
  await userEvent.click(number());
  await userEvent.clear(number());
  await userEvent.tripleClick(number());
  await userEvent.paste(text);
  expect(current).toBe(expected);
});

it.each([
  ['', 'GT'],
  ['+50255123480', 'GT'],
  ['+12025550133', '+'],
  ['+5215512345678', '+'],
])('shows the saved number "%s" beside %s in the plain field', (saved, code) => {
  renderApp(<Form saved={saved} />);
  expect(screen.getByText(code)).toBeInTheDocument();
  expect(number()).toHaveValue(saved || '+502');
});
