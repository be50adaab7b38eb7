import { z } from 'zod/mini';
import { SUMMARY, WHOLE_FORM } from '@/ui/form/form-problems';

/** Some of what keeps a form from being saved: the sentence for it, and what it says beside each field. */
export interface Problems {
  text: string;
  fields: Readonly<Record<string, string>>;
  /** What a field is called in the summary, where its own words do not say which one is meant. */
  labels?: Readonly<Record<string, string>>;
}

export const problemAt = (field: string, text: string | null, label?: string): Problems[] =>
  text === null
    ? []
    : [{ text, fields: { [field]: text }, ...(label !== undefined && { labels: { [field]: label } }) }];

/** What is wrong with a field, `note`, where the form has a sentence of its own for it. */
export const problemBeside = (field: string, label: string, note: string | null, text: string): Problems[] =>
  note === null || note === text
    ? problemAt(field, note)
    : [{ text, fields: { [field]: note }, labels: { [field]: label } }];

/** What is wrong with each field, where several rules speak of one the first. */
export const fieldsOf = (problems: readonly Problems[]): Record<string, string> =>
  Object.fromEntries(
    problems
      .flatMap(({ fields }) => Object.entries(fields))
      .filter(([field], at, all) => all.findIndex(([other]) => other === field) === at),
  );

/**
 * The rules of a form as a check of its schema: all that are broken speak, in the order of the form's fields. `order`: their names,
 * a list's once for all that is in it.
 */
export const allProblems = <Values>(order: readonly string[], rules: (values: Values) => readonly Problems[]) =>
  z.check<Values>(({ value, issues }) => {
    const problems = rules(value);
    const put = (path: readonly string[], message: string) =>
      issues.push({ code: 'custom', path: [...path], message, input: value });
    const sentence = problems.find(({ text, fields }) => !Object.values(fields).includes(text));
    if (sentence) put([WHOLE_FORM], sentence.text);
    const labels: Record<string, string> = Object.assign({}, ...problems.map((group) => group.labels ?? {}));
    const place = (field: string) => order.indexOf(field.split('.')[0] ?? '');
    const notes = Object.entries(fieldsOf(problems)).sort(([a], [b]) => place(a) - place(b));
    for (const [field, note] of notes) {
      const path = field.split('.');
      put(path, note);
      if (labels[field]) put([SUMMARY, ...path], `${labels[field]}: ${note}`);
    }
  });
