import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod/mini';
import { hasTexts } from '@/lib/format/has-texts';
import { clearDraft, readDraft, type UnansweredSave, writeDraft } from '@/lib/storage/form-draft';

/** A `z.object` of zod/mini, with checks of its own or without. */
export interface FormSchema<Values, Output> {
  shape: object;
  _zod: { input: Values; output: Output };
}

export interface DraftOptions<Values extends FieldValues, Version> {
  schema: FormSchema<Values, unknown>;
  /** What the record says, or what a new one starts with. The first ones count. */
  values: Values;
  /** Names what is kept for this tab until it is saved or given up; none for a form of secrets alone. */
  draft?: string | undefined;
  /** Fields that are never kept. */
  neverKept?: readonly (keyof Values & string)[];
  /** The draft stays after saving: other forms start with it. */
  keepsDraft?: boolean;
  /** The record's; a new one gets an id that stays the same until it is saved. */
  id?: string | undefined;
  /** The version that the form is filled from. */
  version?: Version;
}

const WRONG_TYPE: readonly string[] = ['invalid_type', 'invalid_union', 'invalid_value'];

/**
 * A value without what is of another type than the schema's, as an older build may have kept it: of a list the entries that are, of
 * anything else all of it (undefined).
 */
function typedValue(schema: z.ZodMiniType, value: unknown): unknown {
  const issues = z.safeParse(schema, value).error?.issues ?? [];
  const wrong = issues.filter(({ code }) => WRONG_TYPE.includes(code)).map(({ path }) => path[0]);
  if (wrong.length === 0) return value;
  return Array.isArray(value) && !wrong.includes(undefined) ? value.filter((_, at) => !wrong.includes(at)) : undefined;
}

/** The fields of a draft that the schema has. */
function typedValues<Values>(shape: object, stored: Record<string, unknown>): Partial<Values> {
  const schemas = new Map<string, z.ZodMiniType>(Object.entries(shape));
  const typed = Object.entries(stored).flatMap(([name, value]) => {
    const schema = schemas.get(name);
    const good = schema && typedValue(schema, value);
    return good === undefined ? [] : [[name, good]];
  });
  return Object.fromEntries(typed) as Partial<Values>;
}

/** What the form starts with: the record, and over it what was typed before a reload, with the version that it was typed over. */
export function useFormStart<Values extends FieldValues, Version>(options: DraftOptions<Values, Version>) {
  return useState(() => {
    const stored = options.draft === undefined ? null : readDraft(options.draft);
    const values = { ...options.values, ...typedValues<Values>(options.schema.shape, stored?.values ?? {}) };
    return {
      values,
      /** It begins with more than the record says. */
      restored: stored !== null && !isUnchanged(values, options.values),
      id: options.id ?? stored?.id ?? crypto.randomUUID(),
      version: (stored && 'version' in stored ? stored.version : (options.version ?? null)) as Version,
      unanswered: Array.isArray(stored?.unanswered)
        ? stored.unanswered.filter((one) => hasTexts(one, 'text', 'key'))
        : [],
    };
  })[0];
}

/** Whether all of these values are the same as before. */
export const isUnchanged = (values: FieldValues, before: FieldValues): boolean =>
  Object.keys(values).every((name) => JSON.stringify(values[name]) === JSON.stringify(before[name]));

interface Kept {
  values: FieldValues;
  /** As they are saved. */
  base: FieldValues;
  id: string;
  version: { readonly current: unknown };
  unanswered: { readonly current: readonly UnansweredSave[] };
  /** Something beside the values is changed, such as the pictures. */
  alsoChanged: boolean;
}

/** Keeps what is typed for this tab. Gives how to throw it away for good: what is still changed after that is kept no more. */
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
    // What was typed and taken back is no draft: it would come back over what others save meanwhile.
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
    /** What is kept of these values, as text. */
    textOf,
    /** Keeps what changes beside the values: the saves that have no answer. */
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
