import { onAuthChange } from '@/lib/api/auth';
import type { UploadList } from './upload-list.ts';

/** Uploads whose form has left the page, by the name of its draft: they go on while another tab or page is looked at. */
const pending = new Map<string, { list: UploadList; stop: () => void }>();

const onUnload = (event: BeforeUnloadEvent) => {
  if ([...pending.values()].some(({ list }) => list.uploading)) event.preventDefault();
};

export const findPending = (draft: string): UploadList | undefined => pending.get(draft)?.list;

/** `onChange` is called at each change for as long as the form is not on the page. */
export function addPending(draft: string, list: UploadList, onChange: () => void): void {
  removePending(draft);
  if (pending.size === 0) addEventListener('beforeunload', onUnload);
  pending.set(draft, { list, stop: list.subscribe(onChange) });
}

/** The form is back, and has its list itself. */
export function removePending(draft: string): void {
  pending.get(draft)?.stop();
  pending.delete(draft);
  if (pending.size === 0) removeEventListener('beforeunload', onUnload);
}

// Whoever signs in next finds nothing of it.
onAuthChange((event) => {
  if (event !== 'SIGNED_OUT') return;
  for (const [draft, { list }] of [...pending]) {
    removePending(draft);
    list.release();
  }
});
