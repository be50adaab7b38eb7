// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PASSWORD_LENGTH } from '../../../../supabase/functions/_shared/password.ts';
import { codeSchema, invitedSchema, passwordRules, provenSchema, registerSchema, resetSchema } from './schema';

it.each(['414473', ' 414 473 ', '414-473', '414\u{a0}473', '４１４４７３', '٤١٤٤٧٣', '\u{200e}414473'])(
  'accepts %j as a code of six digits',
  (code) => {
    expect(codeSchema.parse({ code })).toEqual({ code: '414473' });
    expect(provenSchema.parse({ code, password: 'volcano-1' }).code).toBe('414473');
  },
);

it.each(['41447', '4144733', '41447a', ''])('refuses %j', (code) => {
  expect(codeSchema.safeParse({ code }).success).toBe(false);
});

it.each([
  [
    'a first password',
    PASSWORD_LENGTH.first,
    [registerSchema.shape.password, invitedSchema.shape.password],
    passwordRules.first,
  ],
  ['a later password', PASSWORD_LENGTH.later, [provenSchema.shape.password], passwordRules.later],
] as const)('%s has the same length in every form, in its texts and on the server', (_, length, fields, rule) => {
  for (const field of fields) {
    expect(field.safeParse('x'.repeat(length - 1)).error?.issues[0]?.message).toBe(rule.short.error());
    expect(field.safeParse('x'.repeat(length)).success).toBe(true);
  }
  for (const text of [rule.hint(), rule.short.error()])
    expect(text.toLowerCase()).toContain(`at least ${length} characters`);
});

it('refuses a password with a null character, which the database cannot read, with a sentence', () => {
  const unreadable = 'volcano\0-1';
  const sentence = 'Please use a password without invisible characters';
  for (const { password } of [registerSchema.shape, invitedSchema.shape, provenSchema.shape])
    expect(password.safeParse(unreadable).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  const reset = resetSchema.safeParse({ password: unreadable, confirm: unreadable });
  expect(reset.error?.issues[0]).toMatchObject({ path: ['password'], message: sentence });
});

it('asks for the length of a later password where it is reset', () => {
  const set = (length: number) => resetSchema.safeParse({ password: 'x'.repeat(length), confirm: 'x'.repeat(length) });
  expect(set(PASSWORD_LENGTH.later - 1).error?.issues[0]?.message).toBe(passwordRules.later.short.error());
  expect(set(PASSWORD_LENGTH.later).success).toBe(true);
});

it('the auth service takes what the forms take', () => {
  const config = readFileSync('supabase/config.toml', 'utf8');
  expect(Number(/^minimum_password_length = (\d+)$/m.exec(config)?.[1])).toBe(PASSWORD_LENGTH.first);
});
