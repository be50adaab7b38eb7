import type { Look } from '@territorio/stripe-emulator/browser';

/** Styles the local card form like the app's own forms. */
export const emulatorLook: Look = {
  form: 'grid min-w-0 gap-4',
  legend: 'sr-only',
  row: 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-4',
  // Aligns the boxes of a row even if one label needs two lines.
  field: 'field row-span-2 grid-rows-subgrid',
  label: 'label self-end',
  control: 'grid content-start gap-1.5',
  input: 'input nums',
  error: 'err',
  overlay: 'sheet-overlay',
  dialog: 'dialog dialog-center p-6',
  title: 'text-xl font-bold',
  text: 'mt-2 text-ink-2',
  actions: 'mt-6 flex flex-col gap-3 sm:flex-row-reverse',
  primary: 'btn btn-primary',
  secondary: 'btn btn-secondary',
};
