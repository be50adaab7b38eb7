import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import PhoneInput from './PhoneInput';

let current = '';
function Form() {
  const [value, setValue] = useState('');
  current = value;
  return (
    <PhoneInput
      id="phone"
      value={value}
      onChange={setValue}
      onBlur={() => undefined}
      disabled={false}
      describedBy={undefined}
      invalid={false}
    />
  );
}
const number = () => screen.getByRole<HTMLInputElement>('textbox');
const country = () => screen.getByRole<HTMLSelectElement>('combobox');
beforeEach(() => {
  renderApp(<Form />);
});

it('takes a pasted number with its country', async () => {
  await userEvent.click(number());
  await userEvent.paste('+49 170 1234567');
  expect([current, number().value, country().value]).toEqual(['+491701234567', '+49 170 1234567', 'DE']);
});

it('takes what the browser fills in', () => {
  fireEvent.change(number(), { target: { value: '+491701234567' } });
  expect([current, country().value]).toEqual(['+491701234567', 'DE']);
  fireEvent.change(number(), { target: { value: '+50255123480' } });
  expect([current, country().value]).toEqual(['+50255123480', 'GT']);
});

it('drops the zero that is dialled at home alone', async () => {
  await userEvent.selectOptions(country(), 'DE');
  await userEvent.type(number(), '01701234567');
  expect(current).toBe('+491701234567');
});

it('leaves the focus where a country is chosen', async () => {
  await userEvent.tab();
  expect(country()).toHaveFocus();
  await userEvent.selectOptions(country(), 'MX');
  expect(country()).toHaveFocus();
});
