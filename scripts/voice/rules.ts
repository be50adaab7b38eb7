import { readFileSync } from 'node:fs';
import type { Prose } from './prose.ts';

interface Rule {
  id: string;
  /** Set for rules about Spanish texts. */
  lang?: 'es';
  pattern: string;
  flags: string;
  scopes: Prose['scope'][];
  /** 'info' is a matter of taste, which fails nothing. */
  level?: 'info';
  message: string;
}

export interface Hit {
  rule: string;
  line: number;
  phrase: string;
  message: string;
}

export const rules = (JSON.parse(readFileSync(new URL('./rules.json', import.meta.url), 'utf8')) as Rule[])
  .filter(({ level }) => level !== 'info')
  .map((rule) => ({ ...rule, regexp: new RegExp(rule.pattern, rule.flags.replace('g', '')) }));

/** Returns the phrases of a text that docs/glossary.md and the rules advise against, at most one for each rule. */
export const hitsIn = ({ scope, line, text }: Prose): Hit[] =>
  rules.flatMap(({ id, scopes, regexp, message }) => {
    const phrase = scopes.includes(scope) ? regexp.exec(text)?.[0] : undefined;
    return phrase === undefined ? [] : [{ rule: id, line, phrase: phrase.trim().slice(0, 60), message }];
  });

const VERBS =
  /^(?:Add|Document|Fix|Hide|Merge|Move|Regenerate|Release|Remove|Rename|Revert|Show|Speed up|Test|Upgrade)\b/;

/** Returns what is wrong with the subject of a commit. */
export function subjectProblems(subject: string): string[] {
  if (/^(?:Merge |Revert "|fixup!|squash!)/.test(subject)) return [];
  return [
    ...(subject.length > 72 ? [`${subject.length} characters; at most 72`] : []),
    ...(VERBS.test(subject)
      ? []
      : ['Begin with Add, Fix, Remove, Rename, Show, Speed up, Test or Document (CONTRIBUTING.md).']),
    ...hitsIn({ scope: 'subject', line: 1, text: subject }).map(({ phrase, message }) => `“${phrase}”: ${message}`),
  ];
}
