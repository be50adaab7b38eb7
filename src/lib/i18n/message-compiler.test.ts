import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { compileMessage } from './message-compiler.ts';

/** Outside production Lingui brings its own compiler along: the one to compare with. */
function say(message: string, values: Record<string, unknown>, compiler?: typeof compileMessage): string {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  if (compiler) i18n.setMessagesCompiler(compiler);
  return i18n._({ id: message, message, values });
}

const MESSAGES = [
  'Plain words, no braces',
  "You're here",
  "It''s {n}",
  "Quoted '{n}' and '{'braces'}'",
  'From {price} / person',
  '{n}m ago',
  '{ n , plural , one { # hour } other { # hours } }',
  '{n, plural, one {# hour} other {# hours}}',
  '{n, plural, =0 {nobody} one {one person} other {# people on {day}}}',
  '{n, plural, offset:1 =0 {nobody} =1 {you} one {you and # other} other {you and # others}}',
  "{n, plural, one {'#' is #} other {'#'s are #}}",
  '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  '{who, select, guide {the guide} other {{who}}}',
  '{n, plural, one {{who, select, guide {# guide} other {# person}}} other {{who, select, guide {# guides} other {# people}}}}',
  '<0>Sign up</0> for {n}',
  'Hash # outside',
  '{n, plural, other {}}',
];

const VALUES = [0, 1, 2, 3, 21, 1200].flatMap((n) =>
  ['guide', 'tourist'].map((who) => ({ n, who, price: 'Q185.00', day: 'Monday' })),
);

describe('compileMessage', () => {
  it.each(MESSAGES)('says the same as the library for %s', (message) => {
    for (const values of VALUES) expect(say(message, values, compileMessage)).toBe(say(message, values));
  });

  it('refuses what it does not know, and what is broken', () => {
    expect(() => compileMessage('{when, date, short}')).toThrow(/Unsupported/);
    expect(() => compileMessage('one } too many')).toThrow(/Unbalanced/);
  });
});
