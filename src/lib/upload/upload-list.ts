import { isAbort, isSignedOut } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { withCause } from '@/lib/format/sentence';
import { checkMedia, FileRefused, type MediaKind, type MediaRules } from './check.ts';

export interface UploadItem {
  id: string;
  name: string;
  /** The size in bytes, or 0 if unknown. */
  size: number;
  /** Null until the file has been read. */
  type: 'image' | 'video' | null;
  /** The progress from 0 to 1 while uploading. */
  progress: number;
  /** The object name or address that `put` returned, once uploaded. */
  stored: string | null;
  /** True if this form stored it, so that removing it also deletes it. */
  fresh: boolean;
  error: string | null;
  /** True if it failed because the session had ended. The error then has a link to the login beside it. */
  signedOut: boolean;
  /** Null once stored or refused. A failed file can be retried while it is listed. */
  file: File | null;
}

export interface PutOptions {
  file: File;
  kind: MediaKind;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

export interface ListOptions {
  /** The accepted kinds and sizes. */
  rules: MediaRules;
  /** The largest number of files. If it is one, a new file replaces the old. */
  max: number;
  /** Stores a file and returns its name or address. A `FileRefused` means that retrying doesn't help. */
  put: (upload: PutOptions) => Promise<string>;
  /** Deletes an unused upload. Without it, unused uploads stay. */
  drop?: (stored: string) => Promise<void>;
}

interface State {
  items: readonly UploadItem[];
  /** True if more files were chosen than fit. */
  tooMany: boolean;
}

const started = (file: File): UploadItem => ({
  id: crypto.randomUUID(),
  name: file.name,
  size: file.size,
  type: null,
  progress: 0,
  stored: null,
  fresh: true,
  error: null,
  signedOut: false,
  file,
});

const isUnderWay = (item: UploadItem) => !item.stored && !item.error;

/** Manages several independent uploads whose order can change. It knows nothing about the page that shows them. */
export class UploadList {
  /** The options are those of the form as it is now. */
  options: ListOptions;
  #state: State;
  #released = false;
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();

  constructor(options: ListOptions, initial: readonly UploadItem[]) {
    this.options = options;
    this.#state = { items: initial, tooMany: false };
  }

  get uploading(): boolean {
    return this.#state.items.some(isUnderWay);
  }

  /** True if leaving would lose uploads in progress, or failed ones that can be retried. */
  get unsettled(): boolean {
    return !this.#released && this.#state.items.some((item) => !item.stored && item.file !== null);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): State => this.#state;

  add = (files: readonly File[]) => {
    const { max } = this.options;
    if (max === 1 && files.length > 0) this.reset();
    const room = Math.max(0, max - this.#state.items.length);
    const made = files.slice(0, room).map(started);
    this.#set({ items: [...this.#state.items, ...made], tooMany: files.length > room });
    for (const item of made) void this.#upload(item);
  };

  retry = (item: UploadItem) => void this.#upload(item);

  remove = (item: UploadItem) => {
    this.#running.get(item.id)?.abort();
    if (item.stored && item.fresh) this.#drop(item.stored);
    this.#set({ items: this.#state.items.filter((other) => other.id !== item.id), tooMany: false });
  };

  move = (id: string, to: number) => {
    const { items } = this.#state;
    const item = items.find((other) => other.id === id);
    if (!item || to < 0 || to >= items.length) return;
    const rest = items.filter((other) => other.id !== id);
    this.#set({ ...this.#state, items: [...rest.slice(0, to), item, ...rest.slice(to)] });
  };

  /** Starts over. Running uploads are deleted when they finish. */
  reset = (next: UploadItem[] = []) => {
    this.abort();
    this.#set({ items: next, tooMany: false });
  };

  abort = () => {
    for (const upload of this.#running.values()) upload.abort();
  };

  /** Called when the form closes. When it opens again, the person has logged in. */
  leave = () => this.#set({ ...this.#state, items: this.#state.items.map((item) => ({ ...item, signedOut: false })) });

  /** Ends the list, because the form will not return. */
  release = () => {
    this.#released = true;
    this.abort();
  };

  #set(state: State): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #change(id: string, part: Partial<UploadItem>): void {
    const items = this.#state.items.map((item) => (item.id === id ? { ...item, ...part } : item));
    this.#set({ ...this.#state, items });
  }

  /** If this fails, the file stays behind unused. */
  #drop(stored: string): void {
    this.options.drop?.(stored).catch(() => undefined);
  }

  async #upload({ id, file }: UploadItem): Promise<void> {
    if (!file) return;
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const kind = await checkMedia(file, this.options.rules);
      if ('error' in kind) throw new FileRefused(kind.error);
      if (controller.signal.aborted) return;
      this.#change(id, { type: kind.type, error: null, progress: 0 });
      const onProgress = (progress: number) => this.#change(id, { progress });
      const stored = await this.options.put({ file, kind, onProgress, signal: controller.signal });
      if (controller.signal.aborted) return this.#drop(stored);
      this.#change(id, { stored, progress: 1, file: null });
    } catch (error) {
      if (isAbort(error)) return;
      const { message, detail } = toAppError(error);
      // If several files may fail, the message names each of them.
      const several = this.options.max !== 1;
      const refused = error instanceof FileRefused;
      const why = refused ? message : withCause(message, detail);
      const text = several ? `${file.name}: ${why}` : why;
      this.#change(id, { error: text, signedOut: isSignedOut(error), ...(refused && { file: null }) });
    } finally {
      this.#running.delete(id);
    }
  }
}
