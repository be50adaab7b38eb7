import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { expect, it } from 'vitest';
import PhoneInput from './PhoneInput';

let current = '';
function Form({ value: first = '', origin = null }: { value?: string; origin?: string | null }) {
  const [value, setValue] = useState(first);
  current = value;
  return (
    <>
      <PhoneInput
        id="phone"
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        disabled={false}
        origin={origin}
        describedBy={undefined}
        invalid={false}
      />
      <button type="button" onClick={() => setValue('+491701234567')}>
        Fill in
      </button>
    </>
  );
}
const number = () => screen.getByRole<HTMLInputElement>('textbox');
const country = () => screen.getByRole<HTMLSelectElement>('combobox');
const shown = () => [current, number().value, country().value];

it.each(['+49 170 1234567', '0049 170 1234567', 'https://wa.me/491701234567'])(
  'accepts %s, pasted after the code',
  async (text) => {
    renderApp(<Form />);
    await userEvent.click(number());
    await userEvent.paste(text);
    expect(shown()).toEqual(['+491701234567', '+49 170 1234567', 'DE']);
  },
);

it('accepts a number of another country that is typed after the code', async () => {
  renderApp(<Form />);
  await userEvent.type(number(), '+491701234567');
  await userEvent.tab();
  expect(shown()).toEqual(['+491701234567', '+49 170 1234567', 'DE']);
});

it.each([
  ['+44 1632', 'GB', 'United Kingdom'],
  ['+1 555', 'US', 'United States'],
  ['+34', 'ES', 'Spain'],
])('shows the country whose code is typed, even if no such number exists: %s', async (text, code, name) => {
  renderApp(<Form />);
  await userEvent.clear(number());
  await userEvent.type(number(), text);
  expect(country().value).toBe(code);
  await userEvent.tab();
  expect(country().value).toBe(code);
  if (text.includes(' ')) expect(screen.getByRole('status')).toHaveTextContent(`This isn't a phone number in ${name}.`);
});

it('keeps the country of a code that several have', async () => {
  renderApp(<Form origin="CA" />);
  expect(country().value).toBe('CA');
  await userEvent.type(number(), ' 5');
  expect(country().value).toBe('CA');
});

it('accepts a number of the country of the field, with its code or without', async () => {
  renderApp(<Form />);
  await userEvent.type(number(), '55123480');
  await userEvent.tab();
  expect(shown()).toEqual(['+50255123480', '+502 5512 3480', 'GT']);
  await userEvent.clear(number());
  expect(current).toBe('');
  await userEvent.type(number(), '502 5512 3481');
  expect(current).toBe('+50255123481');
});

it('accepts what the browser fills in, and what the form sets', async () => {
  renderApp(<Form />);
  fireEvent.change(number(), { target: { value: '+50255123480' } });
  expect([current, country().value]).toEqual(['+50255123480', 'GT']);
  await userEvent.click(screen.getByRole('button', { name: 'Fill in' }));
  expect(shown()).toEqual(['+491701234567', '+49 170 1234567', 'DE']);
});

it('drops the zero that is only dialled nationally', async () => {
  renderApp(<Form origin="DE" />);
  await userEvent.type(number(), '01701234567');
  expect(current).toBe('+491701234567');
});

it('keeps the number when its country is changed, and the focus there', async () => {
  renderApp(<Form value="+50255123480" />);
  await userEvent.tab();
  expect(country()).toHaveFocus();
  await userEvent.selectOptions(country(), 'SV');
  expect(country()).toHaveFocus();
  expect([number().value, country().value]).toEqual(['+503 5512 3480', 'SV']);
  await userEvent.selectOptions(country(), 'GT');
  expect(shown()).toEqual(['+50255123480', '+502 5512 3480', 'GT']);
});

it('asks which number was meant, and applies the answer', async () => {
  renderApp(<Form />);
  await userEvent.type(number(), '12025550147');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await userEvent.tab();
  expect(screen.getByRole('status')).toHaveTextContent('Is this +1 202 555 0147?');
  expect(number()).toHaveAccessibleDescription(/Is this/);
  // No rule accepts the number until the question is answered.
  expect(current).toMatch(/^ /);
  await userEvent.click(screen.getByRole('button', { name: '+1 202 555 0147' }));
  expect(shown()).toEqual(['+12025550147', '+1 202 555 0147', 'US']);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('explains what to do with a number that its country does not have, and keeps it', async () => {
  renderApp(<Form />);
  await userEvent.type(number(), '2025550147');
  await userEvent.tab();
  expect(screen.getByRole('status')).toHaveTextContent("This isn't a phone number in Guatemala.");
  await userEvent.selectOptions(country(), 'US');
  expect(current).toBe('+12025550147');
});

it('reads what was typed before it was loaded', () => {
  renderApp(<Form value=" +502 +49 170 1234567" />);
  expect(current).toBe('+491701234567');
});

it('shows a stored invalid number unchanged', () => {
  renderApp(<Form value=" +502 5512" />);
  expect(number()).toHaveValue('+502 5512');
  expect(current).toBe(' +502 5512');
});

it('announces to a screen reader that a number is invalid, once it is typed', async () => {
  renderApp(<Form />);
  await userEvent.type(number(), '12');
  expect(number()).not.toHaveAttribute('aria-invalid');
  await userEvent.tab();
  expect(number()).toHaveAttribute('aria-invalid', 'true');
  expect(number()).toHaveAccessibleDescription(/^This isn't a phone number in Guatemala\./);
  await userEvent.clear(number());
  await userEvent.type(number(), '+502 5512 3480');
  await userEvent.tab();
  expect(number()).not.toHaveAttribute('aria-invalid');
});

it('asks about a number only after the click that left the field, which would otherwise miss its target', async () => {
  renderApp(<Form />);
  const user = userEvent.setup();
  await user.type(number(), '12');
  const button = screen.getByRole('button', { name: 'Fill in' });
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(number()).not.toHaveFocus();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await user.pointer({ keys: '[/MouseLeft]', target: document.body });
  await waitFor(() => expect(screen.getByRole('status')).not.toBeEmptyDOMElement());
  // Without a mouse button pressed, the field reacts at once.
  await user.clear(number());
  await user.type(number(), '34');
  await user.tab();
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement();
});
