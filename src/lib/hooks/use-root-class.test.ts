import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRootClass } from './use-root-class.ts';

it('keeps the class of the document until the last part with it is gone', () => {
  const root = document.documentElement;
  const first = renderHook(() => useRootClass('has-save-bar'));
  const second = renderHook(() => useRootClass('has-save-bar'));
  expect(root).toHaveClass('has-save-bar');
  first.unmount();
  expect(root).toHaveClass('has-save-bar');
  second.unmount();
  expect(root).not.toHaveClass('has-save-bar');
});
