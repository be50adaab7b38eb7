import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PillSelect } from './PillSelect';

const options = ['ordered', 'paid', 'cancelled'].map((value) => ({ value, label: value }));

function show(busy = false) {
  const onChange = vi.fn();
  render(
    <PillSelect label="Status" value="ordered" look="ordered" options={options} busy={busy} onChange={onChange} />,
  );
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' });
  select.showPicker = vi.fn();
  return { select, onChange };
}

it.each(['ArrowDown', 'ArrowUp', 'End', 'PageDown', 'c'])(
  'opens the list with %s and selects nothing in passing',
  (key) => {
    const { select } = show();
    expect(fireEvent.keyDown(select, { key })).toBe(false);
    expect(select.showPicker).toHaveBeenCalledTimes(1);
  },
);

it.each(['Tab', 'Enter', ' ', 'Escape'])('leaves "%s" to the browser', (key) => {
  const { select } = show();
  expect(fireEvent.keyDown(select, { key })).toBe(true);
  expect(select.showPicker).not.toHaveBeenCalled();
});

it('keeps the focus while its choice is being saved, and accepts no other', () => {
  const { select, onChange } = show(true);
  select.focus();
  expect(select).toHaveFocus();
  expect(select).toHaveAttribute('aria-disabled', 'true');
  fireEvent.change(select, { target: { value: 'paid' } });
  expect(onChange).not.toHaveBeenCalled();
});
