import { isAbort } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { withCause } from '@/lib/format/sentence';
import { checkMedia, FileRefused, type MediaKind, type MediaRules } from './check.ts';

export interface UploadItem {
  id: string;
  name: string;
  /** In bytes; 0 where it is not known any more. */
  size: number;
  /** Null until the file has been looked at. */
  type: 'image' | 'video' | null;
  /** 0 to 1 while it is on its way. */
  progress: number;
  /** What it is stored as, once it is there: an object name or an address, as `put` gave it. */
  stored: string | null;
  /** Stored by this form, and not before it: taking it out takes it away. */
  fresh: boolean;
  error: string | null;
  /** Null once it is stored or refused: a file that failed can be tried again for as long as it is here. */
  file: File | null;
}

export interface PutOptions {
  file: File;
  kind: MediaKind;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

export interface ListOptions {
  /** What is taken: kinds of files and their size. */
  rules: MediaRules;
  /** How many; where it is one, another file takes its place. */
  max: number;
  /** Stores a file and gives what it is stored as. A `FileRefused` says that another try would not help. */
  put: (upload: PutOptions) => Promise<string>;
  /** Takes away what was put and will not be used; without it that stays. */
  drop?: (stored: string) => Promise<void>;
}

interface State {
  items: readonly UploadItem[];
  /** More were chosen than there is room for. */
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
  file,
});

const isUnderWay = (item: UploadItem) => !item.stored && !item.error;

/** Several files at once, each with its own fate, in an order that can be changed. Knows nothing of the page that shows it. */
export class UploadList {
  /** As the form that shows it has them now. */
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

  /** Something would be gone with this list: what is on its way, or has failed and may be tried again. */
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

  /** Puts an item at another place of the list. */
  move = (id: string, to: number) => {
    const { items } = this.#state;
    const item = items.find((other) => other.id === id);
    if (!item || to < 0 || to >= items.length) return;
    const rest = items.filter((other) => other.id !== id);
    this.#set({ ...this.#state, items: [...rest.slice(0, to), item, ...rest.slice(to)] });
  };

  /** Starts anew; what is running goes on for nobody and is taken away. */
  reset = (next: UploadItem[] = []) => {
    this.abort();
    this.#set({ items: next, tooMany: false });
  };

  abort = () => {
    for (const upload of this.#running.values()) upload.abort();
  };

  /** Nobody comes back for it. */
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

  /** A failure leaves it behind, unused. */
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
      // Where several may fail at once, each says which it is.
      const several = this.options.max !== 1;
      const refused = error instanceof FileRefused;
      const why = refused ? message : withCause(message, detail);
      const text = several ? `${file.name}: ${why}` : why;
      this.#change(id, refused ? { error: text, file: null } : { error: text });
    } finally {
      this.#running.delete(id);
    }
  }
}
