import { msg, t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod/mini';
import { Form, FormFooter } from '@/ui/form/Form';
import { requiredText } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { allProblems } from '../catalogue/problems';
import { OriginalLanguage, TranslatedField } from '../catalogue/TranslatedField';
import {
  lineRefusal,
  type TranslatedTexts,
  textProblems,
  translatedColumns,
  translatedShape,
  translatedValues,
} from '../catalogue/translations';
import { managedTagsQuery, saveTag, type Tag } from '../queries';

const TAG_TEXTS = { name: { label: msg`Tag`, limit: 60, refusal: lineRefusal } } satisfies TranslatedTexts;

const schema = z
  .object({
    name: requiredText(() => text`Please enter a name for the tag`, TAG_TEXTS.name.limit),
    ...translatedShape,
  })
  .check(allProblems(['name', 'translations'], (values) => textProblems(values, TAG_TEXTS)));

const valuesOf = (tag: Tag | null) => ({ name: tag?.name ?? '', ...translatedValues(TAG_TEXTS, tag) });

/** Adds a tag. The form stays open for the next one. */
export function NewTagForm({ territoryId, onSaved }: { territoryId: string; onSaved: () => Promise<unknown> }) {
  const { t } = useLingui();
  const form = useForm({
    schema,
    values: valuesOf(null),
    draft: `tag-new-${territoryId}`,
    save: (values, { key }) => saveTag(territoryId, null, translatedColumns(values), key),
    onSaved: async () => {
      await onSaved();
      // The fields for the next tag aren't rendered yet.
      requestAnimationFrame(() => form.setFocus('name'));
    },
    next: ({ language }) => ({ ...valuesOf(null), language }),
  });
  return (
    <Form form={form} label={t`New tag`} className="mt-3 grid gap-4">
      <OriginalLanguage record={null} />
      <TranslatedField name="name" text={TAG_TEXTS.name} record={null} required />
      <FormFooter variant="secondary" submit={<Trans>Add tag</Trans>} />
    </Form>
  );
}

interface Props {
  territoryId: string;
  tag: Tag;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
  /** Refetches the tags and resets the form. */
  onReload: () => void;
}

/** Shows a tag's form in place of its row. */
export function TagForm({ territoryId, tag, onSaved, onClose, onReload }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema,
    values: valuesOf(tag),
    draft: `tag-${tag.id}`,
    version: tag as Tag | null,
    // Saving a tag that someone has deleted restores it.
    latest: async () =>
      (await client.fetchQuery(managedTagsQuery(territoryId))).find(({ id }) => id === tag.id) ?? null,
    save: (values, { expectedVersion, key }) => saveTag(territoryId, expectedVersion, translatedColumns(values), key),
    onSaved: async () => {
      await onSaved();
      onClose();
    },
  });
  const { setFocus } = form;
  // The clicked button has disappeared, so the name field takes the focus.
  useEffect(() => setFocus('name'), [setFocus]);
  return (
    <Form
      form={form}
      label={t`Edit ${tag.name}`}
      className="grid grid-cols-1 gap-4"
      onCancel={onClose}
      cancelsWithEscape
      onReload={onReload}
    >
      <OriginalLanguage record={tag} />
      <TranslatedField name="name" text={TAG_TEXTS.name} record={tag} required />
      <FormFooter submit={<Trans>Save</Trans>} />
    </Form>
  );
}
