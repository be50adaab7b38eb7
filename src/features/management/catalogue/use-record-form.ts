import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AppError } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import type { EntityMedia } from '@/lib/upload/use-entity-media';
import type { FormProblem, FormSummaryHandle } from '@/ui/form/FormSummary';

/** A form of texts: `id` is the record's, `seen` its version as the form was filled from it ('' for a new one). */
export type RecordValues = Record<string, string> & { id: string; seen: string };

/** What keeps a form from being saved: a sentence, and which fields it is about. */
export interface Problems {
  text: string;
  fields: Readonly<Record<string, string>>;
}

interface Options<T extends RecordValues> {
  /** What the record says; the same object each time. */
  base: T;
  /** Names the draft. */
  draft: string;
  media: EntityMedia;
  check: (values: T, images: number) => Problems | null;
  save: (values: T) => Promise<void>;
  /** What a refusal of the server is about, where it names a rule of the form. */
  refused?: (error: Error) => Problems | null;
  /** The version that the record has now; null when it is gone. */
  latest: (id: string) => Promise<string | null>;
  /** What to say while a file is still on its way. */
  uploading: string;
}

/** Everything that the forms of a region's offer share: draft, checks, saving, the second of two editors, what was unsaved. */
export function useRecordForm<T extends RecordValues>(options: Options<T>) {
  const { base, draft, media, check } = options;
  const prefix = useId();
  const summary = useRef<FormSummaryHandle>(null);
  const element = useRef<HTMLFormElement>(null);
  /** From the press on: two presses may come before the next drawing. */
  const underWay = useRef(false);
  const [asked, setAsked] = useState(false);
  const fields = Object.keys(base);
  const [start] = useState(() => ({ ...base, ...readDraft(draft, fields) }));
  const form = useForm<Record<string, string>>({ defaultValues: start });
  useFormDraft(form, draft, fields, media.changed);
  const values = { ...start, ...useWatch({ control: form.control }) } as T;
  const mutation = useMutation({
    mutationFn: async (now: T) => {
      if (media.uploading) throw new AppError('uploading', options.uploading);
      await options.save(now);
      clearDraft(draft);
      media.forget();
    },
    onError: () => {
      underWay.current = false;
      summary.current?.focus();
    },
  });
  const broken = asked ? check(values, media.uploading ? 1 : media.images.length) : null;
  const problems = broken ?? (mutation.error && options.refused?.(mutation.error)) ?? null;
  const conflict = isVersionConflict(mutation.error);
  const changed = fields.some((name) => name !== 'id' && name !== 'seen' && values[name] !== base[name]);
  const unchanged = !changed && !media.changed;
  // What was typed and taken back is no draft: it would come back over what others save meanwhile.
  useEffect(() => {
    if (unchanged) clearDraft(draft);
  }, [unchanged, draft]);
  const fieldId = (name: string) => `${prefix}-${name}`;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (underWay.current) return;
    setAsked(true);
    mutation.reset();
    const now = { ...start, ...form.getValues() } as T;
    if (check(now, media.uploading ? 1 : media.images.length)) summary.current?.focus();
    else {
      underWay.current = true;
      mutation.mutate(now);
    }
  }

  /** Saves over the version that is there now. */
  async function keepMine() {
    const version = await options.latest(values.id).catch(() => null);
    if (version !== null) form.setValue('seen', version);
    element.current?.requestSubmit();
  }

  return {
    element,
    summary,
    values,
    fieldId,
    submit,
    keepMine,
    conflict,
    saved: mutation.isSuccess,
    sending: mutation.isPending,
    dirty: !unchanged && !mutation.isPending && !mutation.isSuccess,
    problems: listed(problems, mutation.error, conflict, prefix),
    errorOf: (name: string) => problems?.fields[name],
    register: (name: string) => form.register(name),
    set: (name: string, value: string) => form.setValue(name, value, { shouldDirty: true }),
    /** The form is given up, with all that it put up. */
    discard: () => {
      clearDraft(draft);
      media.discard();
    },
  };
}

export type RecordForm<T extends RecordValues> = ReturnType<typeof useRecordForm<T>>;

function listed(problems: Problems | null, error: Error | null, conflict: boolean, prefix: string): FormProblem[] {
  if (problems) {
    const first = Object.keys(problems.fields)[0];
    return [{ text: problems.text, ...(first ? { field: `${prefix}-${first}` } : {}) }];
  }
  if (!error || conflict) return [];
  const detail = error instanceof AppError ? error.detail : undefined;
  return [{ text: detail ? `${error.message} ${detail}` : error.message }];
}

/** Calls `go` a while after something was saved; leaving earlier cancels it. */
export function useAfterSaving(saved: boolean, go: () => void, ms = 2000): void {
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [saved, ms]);
}
