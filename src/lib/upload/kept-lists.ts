import { onAuthChange } from '@/lib/api/auth';
import type { UploadItem, UploadList } from './upload-list.ts';

/** How a form finds its uploads again: they go on while another tab or page is looked at. */
export interface Keep {
  name: string;
  /** Called at each change for as long as the form is not on the page. */
  onItems: (items: readonly UploadItem[]) => void;
}

const kept = new Map<string, { list: UploadList; stop: () => void }>();

const onUnload = (event: BeforeUnloadEvent) => {
  if ([...kept.values()].some(({ list }) => list.uploading)) event.preventDefault();
};

export const keptList = (name: string): UploadList | undefined => kept.get(name)?.list;

export function keepList({ name, onItems }: Keep, list: UploadList): void {
  forgetList(name);
  if (kept.size === 0) addEventListener('beforeunload', onUnload);
  kept.set(name, { list, stop: list.subscribe(() => onItems(list.getState().items)) });
}

/** The form is back, and keeps its list itself. */
export function forgetList(name: string): void {
  kept.get(name)?.stop();
  kept.delete(name);
  if (kept.size === 0) removeEventListener('beforeunload', onUnload);
}

// Whoever comes next finds nothing of it.
onAuthChange((event) => {
  if (event !== 'SIGNED_OUT') return;
  for (const [name, { list }] of [...kept]) {
    forgetList(name);
    list.release();
  }
});
