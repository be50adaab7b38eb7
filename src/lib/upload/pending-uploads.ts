import { onAuthChange } from '@/lib/api/auth';
import type { UploadList } from './upload-list.ts';

/** Uploads whose form is closed, by the name of its draft. They continue while another tab or page is open. */
const pending = new Map<string, { list: UploadList; stop: () => void }>();

const onUnload = (event: BeforeUnloadEvent) => {
  if ([...pending.values()].some(({ list }) => list.uploading)) event.preventDefault();
};

export const findPending = (draft: string): UploadList | undefined => pending.get(draft)?.list;

/** Continues an upload after its form has closed. `onChange` is called at each change until the form opens again. */
export function addPending(draft: string, list: UploadList, onChange: () => void): void {
  removePending(draft);
  if (pending.size === 0) addEventListener('beforeunload', onUnload);
  pending.set(draft, { list, stop: list.subscribe(onChange) });
}

/** Called when the form is open again and has its own list. */
export function removePending(draft: string): void {
  pending.get(draft)?.stop();
  pending.delete(draft);
  if (pending.size === 0) removeEventListener('beforeunload', onUnload);
}

// Uploads are stopped at sign-out, so that the next person doesn't find them.
onAuthChange((event) => {
  if (event !== 'SIGNED_OUT') return;
  for (const [draft, { list }] of [...pending]) {
    removePending(draft);
    list.release();
  }
});
