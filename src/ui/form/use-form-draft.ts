import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod/mini';
import { hasTexts } from '@/lib/format/has-texts';
import { clearDraft, readDraft, type UnansweredSave, writeDraft } from '@/lib/storage/form-draft';

/** A zod/mini object schema, with or without checks. */
export interface FormSchema<Values, Output> {
  shape: object;
  _zod: { input: Values; output: Output };
}

export interface DraftOptions<Values extends FieldValues, Version> {
  schema: FormSchema<Values, unknown>;
  /** The record's values, or the defaults of a new record. Later values are ignored. */
  values: Values;
  /**
   * The key under which this tab keeps the draft until it is saved or cancelled. Forms that contain only secrets have
   * none.
   */
  draft?: string | undefined;
  /** The fields that must never be stored. */
  neverKept?: readonly (keyof Values & string)[];
  /** True if saving keeps the draft, because other forms start with it. */
  keepsDraft?: boolean;
  /** The record's id. A new record keeps its generated id until it is saved. */
  id?: string | undefined;
  /** The version of the record with which the form was filled. */
  version?: Version;
}

const WRONG_TYPE: readonly string[] = ['invalid_type', 'invalid_union', 'invalid_value'];

/**
 * Removes values of a type that the schema doesn't expect, which an older build may have stored. A list loses its
 * invalid entries. Anything else becomes undefined.
 */
function typedValue(schema: z.ZodMiniType, value: unknown): unknown {
  const issues = z.safeParse(schema, value).error?.issues ?? [];
  const wrong = issues.filter(({ code }) => WRONG_TYPE.includes(code)).map(({ path }) => path[0]);
  if (wrong.length === 0) return value;
  return Array.isArray(value) && !wrong.includes(undefined) ? value.filter((_, at) => !wrong.includes(at)) : undefined;
}

/** Returns the fields of a draft that are in the schema, with valid types. */
function typedValues<Values>(shape: object, stored: Record<string, unknown>): Partial<Values> {
  const schemas = new Map<string, z.ZodMiniType>(Object.entries(shape));
  const typed = Object.entries(stored).flatMap(([name, value]) => {
    const schema = schemas.get(name);
    const good = schema && typedValue(schema, value);
    return good === undefined ? [] : [[name, good]];
  });
  return Object.fromEntries(typed) as Partial<Values>;
}

/**
 * Returns the form's first values: the record with what was typed before a reload, and the version on which that was
 * based.
 */
export function useFormStart<Values extends FieldValues, Version>(options: DraftOptions<Values, Version>) {
  return useState(() => {
    const stored = options.draft === undefined ? null : readDraft(options.draft);
    const values = { ...options.values, ...typedValues<Values>(options.schema.shape, stored?.values ?? {}) };
    return {
      values,
      /** True if the form starts with unsaved changes. */
      restored: stored !== null && !isUnchanged(values, options.values),
      id: options.id ?? stored?.id ?? crypto.randomUUID(),
      version: (stored && 'version' in stored ? stored.version : (options.version ?? null)) as Version,
      unanswered: Array.isArray(stored?.unanswered)
        ? stored.unanswered.filter((one) => hasTexts(one, 'text', 'key'))
        : [],
    };
  })[0];
}

/** Returns whether all values are unchanged. */
export const isUnchanged = (values: FieldValues, before: FieldValues): boolean =>
  Object.keys(values).every((name) => JSON.stringify(values[name]) === JSON.stringify(before[name]));

interface Kept {
  values: FieldValues;
  /** The values as saved. */
  base: FieldValues;
  id: string;
  version: { readonly current: unknown };
  unanswered: { readonly current: readonly UnansweredSave[] };
  /** True if something other than the values has changed, such as pictures. */
  alsoChanged: boolean;
}

/** Keeps what is typed in this tab. Its `clear` discards the draft and stops keeping later changes. */
export function useFormDraft(
  {
    draft,
    neverKept = [],
    keepsDraft = false,
  }: Pick<DraftOptions<FieldValues, never>, 'draft' | 'neverKept' | 'keepsDraft'>,
  { values, base, id, version, unanswered, alsoChanged }: Kept,
) {
  const over = useRef(false);
  const openOf = (all: FieldValues) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !neverKept.includes(name)));
  const textOf = (all: FieldValues) => JSON.stringify(openOf(all));
  const open = openOf(values);
  const text = JSON.stringify(open);
  const unchanged = isUnchanged(open, base) && !alsoChanged;
  useEffect(() => {
    if (draft === undefined || over.current) return;
    // Deletes the draft if everything typed was removed again, because restoring it would overwrite what others save.
    if (unchanged) clearDraft(draft);
    else
      writeDraft(draft, {
        values: JSON.parse(text),
        id,
        version: version.current,
        unanswered: [...unanswered.current],
      });
  }, [draft, text, unchanged, id, version, unanswered]);
  return {
    /** Returns the values as text, as they are stored. */
    textOf,
    /** Stores the saves that had no response, even though no value has changed. */
    keep: () => {
      const stored = draft === undefined || over.current ? null : readDraft(draft);
      if (draft !== undefined && stored) writeDraft(draft, { ...stored, unanswered: [...unanswered.current] });
    },
    clear: () => {
      over.current = true;
      if (draft !== undefined && !keepsDraft) clearDraft(draft);
    },
    resume: () => {
      over.current = false;
    },
  };
}
